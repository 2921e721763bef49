import type { IDataObject } from 'n8n-workflow';
import type { FreeCall } from '../../shared/api/endpoints';
import type { Answer } from './answers';
import { recordsOf } from './answers';
import type { Evidence, Sight } from './evidence';
import { clubZone, rowsOf, sightOf } from './evidence';

/** What the key may do, as far as reads can tell. */
export function permissionOf({ sights }: Evidence): IDataObject {
	const allowed = (some: readonly Sight[]): string =>
		some.some(({ status }) => status >= 200 && status < 300)
			? 'allowed'
			: some.some(({ status }) => status === 403)
				? 'refused'
				: 'reads cannot tell';
	const isHook = ({ call }: Sight): boolean => call.includes(' /Webhooks/');
	return {
		reads: allowed(sights.filter((sight) => !isHook(sight))),
		webhookReads: allowed(sights.filter(isHook)),
		changes: 'reads cannot tell',
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
	return Object.fromEntries(told.map(([name, value]) => [name, QUOTA_VALUE.test(value) ? value : 'of another form']));
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
	const known = new Set(lists.flatMap((call) => rowsOf(sightOf(evidence, call)).map(({ UserId }) => UserId)));
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
