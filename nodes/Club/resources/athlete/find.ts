import type { IDataObject } from 'n8n-workflow';
import { orAbsent } from '../../../shared/records/reconcile';
import type { Club } from '../../club';

/** The athlete who has an address, or undefined when this club has none. @throws ClubError */
export const findAthlete = async (club: Club, address: string): Promise<IDataObject | undefined> =>
	await orAbsent(club.findByEmail(address, 'GET /Athletes/ByEmail'));
