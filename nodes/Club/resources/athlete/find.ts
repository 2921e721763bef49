import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../../../shared/transport/errors';
import type { Session } from '../../run/session';

/** The athlete with this email address, or undefined if the club has none. @throws ClubError */
export const findAthlete = async (session: Session, address: string): Promise<IDataObject | undefined> =>
	await orAbsent(session.findByEmail(address, 'GET /Athletes/ByEmail'));
