import type { IDataObject } from 'n8n-workflow';
import { ClubError } from '../../../shared/errors';
import { settle } from '../../../shared/reconcile';
import type { Club } from '../../club';

/** The athlete who has an address, or undefined when this club has none. @throws ClubError */
export async function findAthlete(club: Club, address: string): Promise<IDataObject | undefined> {
	const search = await settle(club.findByEmail(address, 'GET /Athletes/ByEmail'));
	if ('value' in search) return search.value;
	if (search.error instanceof ClubError && search.error.status === 404) return undefined;
	throw search.error;
}
