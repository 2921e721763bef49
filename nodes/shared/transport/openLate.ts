import { ClubClient } from './client';
import type { ClubFunctions } from './http';
import type { FreeSend, Patience } from './send';

/** Calls of a club that is opened with the first of them: where none is needed, not even the credential is read. */
export function openLate(functions: ClubFunctions, patience: Patience): FreeSend {
	let client: Promise<ClubClient> | undefined;
	return async (call, values) => {
		client ??= ClubClient.open(functions, patience);
		return await (await client).sendFree(call, values);
	};
}
