import type { IDataObject } from 'n8n-workflow';
import type { Call, FreeCall } from '../../shared/api/endpoints';
import { PROPERTIES, RECORDS } from '../../shared/api/properties';
import { orderOn } from '../../shared/records/step';
import { isObject } from '../../shared/transport/json';
import type { Sight, Evidence } from './evidence';
import { isList, rowsSeen, clubZone, sightOf } from './evidence';
import type { NameMask, Property } from './shape';
import { propertyShapes, typeOf } from './shape';

/** What one read has shown: nothing of it is a value of a record. */
export interface Answer extends IDataObject {
	call: string;
	purpose: string;
	/** 0 where no answer came. */
	status: number;
	errorType?: string;
	problem?: string;
	milliseconds: number;
	/** What the body is: a page, a list, a record, nothing, or something that no answer of the API is. */
	body: string;
	/** How many records it holds. */
	rows: number;
	/** Which way a list of several rows goes. */
	order?: string;
	/** The cursors and the legacy values that a page gives, and its `Continue`. */
	cursors?: string[];
	continue?: string;
	properties?: Property[];
	/** Properties that the document names and no record has. */
	missing?: string[];
	/** Properties that the document does not name. */
	unnamed?: string[];
}

const CURSORS = ['NextCursor', 'PrevCursor', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

const isPage = (body: unknown): body is Record<string, unknown> =>
	isObject(body) && ['Results', 'Continue', ...CURSORS].some((name) => name in body);

/** What a body is, in a word. */
function kindOf(sight: Sight): string {
	const { body, problem, status } = sight;
	if (problem) return 'unread';
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'list';
	if (!isObject(body)) return typeOf(body);
	return isPage(body) ? 'page' : isList(sight.call) || status >= 300 ? 'object' : 'record';
}

/** The records that an answer is about: of a read of one record the body itself. */
function recordsOf(sight: Sight): IDataObject[] {
	if (sight.status < 200 || sight.status >= 300) return [];
	return isList(sight.call) || isPage(sight.body) || !isObject(sight.body) ? rowsSeen(sight) : [sight.body as IDataObject];
}

/** What a page says of where it leads. */
function leadsOf(body: unknown): Pick<Answer, 'cursors' | 'continue'> {
	if (!isPage(body)) return {};
	const given = CURSORS.filter((name) => (body[name] ?? null) !== null);
	return {
		cursors: given,
		continue: typeof body.Continue === 'boolean' ? String(body.Continue) : 'Continue' in body ? 'another value' : 'missing',
	};
}

const ORDERS = { forward: 'ascending', backward: 'descending' } as const;

/** What a read has shown, without any value. */
export function answerOf(sight: Sight, names: NameMask): Answer {
	const { call, purpose, status, errorType, problem, milliseconds, body } = sight;
	const records = recordsOf(sight);
	const properties = propertyShapes(records, names);
	const record = RECORDS[call as Call];
	const named: readonly string[] = record ? PROPERTIES[record] : [];
	const top = properties.map(({ name }) => name).filter((name) => !/[.[]/.test(name));
	const order = records.length > 1 ? orderOn(call, records) : undefined;
	return {
		call,
		purpose,
		status,
		...(errorType && { errorType: names.shown(errorType) }),
		...(problem && { problem }),
		milliseconds,
		body: kindOf(sight),
		rows: records.length,
		...(order && { order: ORDERS[order] }),
		...(status < 300 && leadsOf(body)),
		...(records.length > 0 && {
			properties,
			missing: named.filter((name) => !top.includes(name)),
			unnamed: top.filter((name) => !named.includes(name)),
		}),
	};
}

/** What the key may do, as far as reads can tell. */
export function keyPermission({ sights }: Evidence): IDataObject {
	const allowed = (some: readonly Sight[]): string =>
		some.some(({ status }) => status >= 200 && status < 300)
			? 'allowed'
			: some.some(({ status }) => status === 403)
				? 'refused'
				: 'reads do not show this';
	const isHook = ({ call }: Sight): boolean => call.includes(' /Webhooks/');
	return {
		reads: allowed(sights.filter((sight) => !isHook(sight))),
		webhookReads: allowed(sights.filter(isHook)),
		changes: 'reads do not show this',
	};
}

/** Headers that tell of a limit. */
const QUOTA = /rate-?limit|retry-after|quota/;

/** The forms in which a limit is told. */
const QUOTA_VALUE = /^\d{1,12}(;w=\d{1,9})?$/;

/** The headers of the quota, as the last answer gave them. */
export function quotaOf({ sights }: Evidence): IDataObject {
	const headers = Object.assign({}, ...sights.map((sight) => sight.headers)) as Record<string, string>;
	const told = Object.entries(headers).filter(([name]) => QUOTA.test(name) && /^[a-z-]{1,50}$/.test(name));
	return Object.fromEntries(told.map(([name, value]) => [name, QUOTA_VALUE.test(value) ? value : 'in another format']));
}

/** The zones and the forms of times. */
export function zoneOf(evidence: Evidence, answers: readonly Answer[]): IDataObject {
	const times: Record<string, string[]> = {};
	for (const { properties = [] } of answers) {
		for (const { name, types } of properties) {
			for (const type of types.filter((known) => /^(time|date)\b/.test(known))) {
				const names = (times[type] ??= []);
				const [last] = name.split('.').slice(-1);
				if (!names.includes(last)) names.push(last);
			}
		}
	}
	return { workflow: evidence.zone, profile: clubZone(evidence) ?? null, times };
}

const PERSON_ID = /(user|person|athlete|contact|member|client)_?id$/i;

/** Values of a property that all must be known ids before it counts as the id of a person. */
const FEWEST_IDS = 3;

/** The properties that look like the id of a person, the begin of a booking and a count of check-ins, each by its call. */
export function lookalikesOf(evidence: Evidence, answers: readonly Answer[]): IDataObject {
	const lists: FreeCall[] = ['GET /Athletes', 'GET /Contacts'];
	const known = new Set(lists.flatMap((call) => rowsSeen(sightOf(evidence, call)).map(({ UserId }) => UserId)));
	const found = { personId: new Set<string>(), begin: new Set<string>(), attendanceCount: new Set<string>() };
	for (const [index, { call, properties = [] }] of answers.entries()) {
		const records = recordsOf(evidence.sights[index]);
		for (const { name, types } of properties) {
			const numbers = types.includes('whole number');
			const values = records.map((record) => record[name]).filter(Number.isInteger);
			const last = name.split('.').at(-1) ?? name;
			const isKnown = values.length >= FEWEST_IDS && values.every((value) => known.has(value));
			if (numbers && (PERSON_ID.test(last) || isKnown)) found.personId.add(`${call}: ${name}`);
			if (/Bookings|Participants/.test(call) && types.some((type) => type.startsWith('time')) && /begin|start/i.test(last))
				found.begin.add(`${call}: ${name}`);
			if (call.includes('/AttendanceSummar') && numbers && !/id$/i.test(last)) found.attendanceCount.add(`${call}: ${name}`);
		}
	}
	return Object.fromEntries(Object.entries(found).map(([name, places]) => [name, [...places]]));
}
