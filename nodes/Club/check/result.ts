import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../shared/transport/json';
import type { Answer } from './answers';
import { answerOf } from './answers';
import type { Evidence } from './evidence';
import { sightOf } from './evidence';
import { lookalikesOf, permissionOf, quotaOf, zoneOf } from './facts';
import { Names } from './names';
import { adviceOf, tellReadings } from './readings';
import type { Told } from './report';
import { reportOf } from './report';

/** What a check gives. */
export interface Result extends Told {
	/** The id and the name of the club, by their properties. */
	club: IDataObject;
	/** All the rest, in Markdown. */
	report: string;
}

/** The properties of a profile that name the club; others, such as the name of a manager, may be of a person. @reading profileNames */
const IDENTITY = /^(Club)?(Id|Name|Title)$/;

const clubIn = (profile: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(isObject(profile) ? profile : {}).filter(
			([name, value]) => IDENTITY.test(name) && ['string', 'number'].includes(typeof value),
		),
	) as IDataObject;

/** Whether the club has not answered with a success. A read that asks a question is answered by a 4xx too. */
const isRefused = ({ purpose, status }: Answer): boolean =>
	(status < 200 || status >= 300) && (['first', 'second'].includes(purpose) || status < 400 || status >= 500);

/** What a check tells of what it has seen. */
export function resultOf(evidence: Evidence, sample: number): Result {
	const names = new Names(evidence);
	const calls = evidence.sights.map((sight) => answerOf(sight, names));
	const readings = tellReadings(evidence);
	const told: Told = {
		sample,
		reads: calls.length,
		refused: calls.filter(isRefused).map(({ call, status }) => `${call}: ${status || 'no answer'}`),
		stopped: evidence.stopped ?? null,
		permission: permissionOf(evidence),
		quota: quotaOf(evidence),
		zone: zoneOf(evidence, calls),
		looksLike: lookalikesOf(evidence, calls),
		calls,
		readings,
		advice: adviceOf(readings),
	};
	return {
		club: clubIn(sightOf(evidence, 'GET /Profile')?.body),
		...told,
		report: reportOf(told),
	};
}

/** The same as short as a model needs it: what is refused, what this club does of what is open, and what to do about it. */
export const inShort = ({ club, reads, refused, stopped, permission, quota, readings, advice }: Result): IDataObject => ({
	club,
	reads,
	refused,
	stopped,
	permission,
	quota,
	readings: Object.fromEntries(readings.flatMap(({ question, reading }) => (reading === null ? [] : [[question, reading]]))),
	advice,
});
