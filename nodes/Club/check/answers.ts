import type { IDataObject } from 'n8n-workflow';
import type { Call, FreeCall } from '../../shared/api/endpoints';
import { PROPERTIES, RECORDS } from '../../shared/api/properties';
import { orderOn } from '../../shared/records/step';
import { isObject } from '../../shared/transport/json';
import type { Sight, Evidence } from './evidence';
import { isList, rowsSeen, clubZone, sightOf } from './evidence';
import type { NameMask, Property } from './shape';
import { propertyShapes, typeOf } from './shape';

/** What one read shows, without any value of a record. */
export interface Answer extends IDataObject {
	call: string;
	purpose: string;
	/** 0 without an answer. */
	status: number;
	errorType?: string;
	problem?: string;
	milliseconds: number;
	/** The kind of the body: a page, a list, a record, nothing, or something unexpected. */
	body: string;
	/** Number of records. */
	rows: number;
	/** The order of a list of several rows. */
	order?: string;
	/** The cursors and legacy values of a page that have a value. */
	cursors?: string[];
	continue?: string;
	properties?: Property[];
	/** Properties in the API description that no record has. */
	missing?: string[];
	/** Properties that are not in the API description. */
	unnamed?: string[];
}

const CURSORS = ['NextCursor', 'PrevCursor', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

const isPage = (body: unknown): body is Record<string, unknown> =>
	isObject(body) && ['Results', 'Continue', ...CURSORS].some((name) => name in body);

/** The kind of a body, in one word. */
function kindOf(sight: Sight): string {
	const { body, problem, status } = sight;
	if (problem) return 'unread';
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'list';
	if (!isObject(body)) return typeOf(body);
	return isPage(body) ? 'page' : isList(sight.call) || status >= 300 ? 'object' : 'record';
}

/** The records of an answer; for a read of one record, the body itself. */
function recordsOf(sight: Sight): IDataObject[] {
	if (sight.status < 200 || sight.status >= 300) return [];
	return isList(sight.call) || isPage(sight.body) || !isObject(sight.body) ? rowsSeen(sight) : [sight.body as IDataObject];
}

/** The cursors of a page and its `Continue`. */
function cursorsOf(body: unknown): Pick<Answer, 'cursors' | 'continue'> {
	if (!isPage(body)) return {};
	return {
		cursors: CURSORS.filter((name) => (body[name] ?? null) !== null),
		continue: typeof body.Continue === 'boolean' ? String(body.Continue) : 'Continue' in body ? 'another value' : 'missing',
	};
}

const ORDERS = { forward: 'ascending', backward: 'descending' } as const;

/** What a read shows, without any value of a record. */
export function answerOf(sight: Sight, names: NameMask): Answer {
	const { call, purpose, status, errorType, problem, milliseconds, body } = sight;
	const records = recordsOf(sight);
	const properties = propertyShapes(records, names);
	const record = RECORDS[call as Call];
	const named: readonly string[] = record ? PROPERTIES[record] : [];
	const topLevel = properties.map(({ name }) => name).filter((name) => !/[.[]/.test(name));
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
		...(status < 300 && cursorsOf(body)),
		...(records.length > 0 && {
			properties,
			missing: named.filter((name) => !topLevel.includes(name)),
			unnamed: topLevel.filter((name) => !named.includes(name)),
		}),
	};
}

/** The permissions of the key, as far as reads show them. */
export function keyPermission({ sights }: Evidence): IDataObject {
	const permissionIn = (answers: readonly Sight[]): string =>
		answers.some(({ status }) => status >= 200 && status < 300)
			? 'allowed'
			: answers.some(({ status }) => status === 403)
				? 'refused'
				: 'reads do not show this';
	const isWebhookRead = ({ call }: Sight): boolean => call.includes(' /Webhooks/');
	return {
		reads: permissionIn(sights.filter((sight) => !isWebhookRead(sight))),
		webhookReads: permissionIn(sights.filter(isWebhookRead)),
		changes: 'reads do not show this',
	};
}

/** Headers about a rate limit. */
const QUOTA = /rate-?limit|retry-after|quota/;

/** Known formats of a limit. */
const QUOTA_VALUE = /^\d{1,12}(;w=\d{1,9})?$/;

/** The rate limit headers of the last answer that had them. */
export function quotaOf({ sights }: Evidence): IDataObject {
	const headers = Object.assign({}, ...sights.map((sight) => sight.headers)) as Record<string, string>;
	const limits = Object.entries(headers).filter(([name]) => QUOTA.test(name) && /^[a-z-]{1,50}$/.test(name));
	return Object.fromEntries(limits.map(([name, value]) => [name, QUOTA_VALUE.test(value) ? value : 'in another format']));
}

/** The timezones and the formats of times. */
export function zoneOf(evidence: Evidence, answers: readonly Answer[]): IDataObject {
	const times: Record<string, string[]> = {};
	for (const { properties = [] } of answers) {
		for (const { name, types } of properties) {
			for (const type of types.filter((text) => /^(time|date)\b/.test(text))) {
				const names = (times[type] ??= []);
				const [last] = name.split('.').slice(-1);
				if (!names.includes(last)) names.push(last);
			}
		}
	}
	return { workflow: evidence.zone, profile: clubZone(evidence) ?? null, times };
}

const PERSON_ID = /(user|person|athlete|contact|member|client)_?id$/i;

/** Min values of a property, all known IDs, before it counts as the ID of a person. */
const MIN_IDS = 3;

/** Properties that look like the ID of a person, the begin of a booking or a count of check-ins, with their calls. */
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
			const isKnown = values.length >= MIN_IDS && values.every((value) => known.has(value));
			if (numbers && (PERSON_ID.test(last) || isKnown)) found.personId.add(`${call}: ${name}`);
			if (/Bookings|Participants/.test(call) && types.some((type) => type.startsWith('time')) && /begin|start/i.test(last))
				found.begin.add(`${call}: ${name}`);
			if (call.includes('/AttendanceSummar') && numbers && !/id$/i.test(last)) found.attendanceCount.add(`${call}: ${name}`);
		}
	}
	return Object.fromEntries(Object.entries(found).map(([name, places]) => [name, [...places]]));
}
