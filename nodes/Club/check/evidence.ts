import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';

/** One answer of the club to a read of the check. It is kept for the run alone: only names, types and counts of it go out. */
export interface Sight {
	/** The call as the document writes it. */
	call: FreeCall;
	/** Which of several reads of one call: `first`, `second` page, `byEmail` and so on. */
	purpose: string;
	query: IDataObject;
	params: IDataObject;
	/** HTTP status; 0 where no answer came. */
	status: number;
	errorType?: string;
	/** The body as it came, parsed. */
	body?: unknown;
	headers: Record<string, string>;
	milliseconds: number;
	/** Why its body was not read, as it follows on "The answer"; or the network's code where no answer came. */
	problem?: string;
}

/** Everything that the check has seen. */
export interface Evidence {
	sights: readonly Sight[];
	/** The workflow's time zone, such as Europe/Stockholm. */
	zone: string;
	/** When the check began, in milliseconds. */
	now: number;
	/** Why it made no further reads, where something has stopped it. */
	stopped?: string;
}

/** The rows of an answer, whatever it is wrapped in. */
export function rowsOf(sight: Sight | undefined): IDataObject[] {
	const body = sight?.body as IDataObject | IDataObject[] | undefined;
	if (Array.isArray(body)) return body;
	const list = body && Object.values(body).find((value) => Array.isArray(value));
	return (list as IDataObject[] | undefined) ?? [];
}

/** The sight of a call. */
export const sightOf = ({ sights }: Evidence, call: FreeCall, purpose = 'first'): Sight | undefined =>
	sights.find((sight) => sight.call === call && sight.purpose === purpose);
