import type { IDataObject } from 'n8n-workflow';
import { endpointOf } from '../../shared/api/endpoints';
import { ENVELOPE, PROPERTIES } from '../../shared/api/properties';
import { isPage } from '../../shared/lists/pages';
import { orderOn } from '../../shared/lists/step';
import { IDENTITY } from '../../shared/api/facts';
import { isErrorType } from '../../shared/transport/explain';
import { isObject } from '../../shared/api/json';
import { isSuccess, recordsOf, type CheckedAnswer, type ClubAnswers } from './reads';

export const HIDDEN = '*';

/** All names in the API's description: of a page (§2.9), of an error (§7.1) and of records. */
const DOCUMENTED: ReadonlySet<string> = new Set(['Results', ...ENVELOPE, 'ErrorType', 'Message', ...Object.values(PROPERTIES).flat()]);

const DEPTH = 4;
const MAX_NAMES = 300;

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DATE_LENGTH = 10;

function textType(text: string): string {
	if (text === '') return 'empty text';
	if (DATE.test(text)) return 'date';
	if (!TIME.test(text)) return 'text';
	const time = text.slice(DATE_LENGTH);
	return /Z$/i.test(time) ? 'time in UTC' : /[+-]\d\d(:?\d\d)?$/.test(time) ? 'time with an offset' : 'time without an offset';
}

function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) {
		const types = [...new Set(value.map(typeOf))].sort();
		return types.length === 0 ? 'empty list' : `list of ${types.join(', ')}`;
	}
	if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number';
	return typeof value === 'string' ? textType(value) : typeof value;
}

/**
 * The properties of records by their full paths, such as `Plans[].Name`, with the types of their values, the most frequent first, without
 * the values. A club could use an address, an ID or a person's name
 * as a property name. So only documented names are shown, and others only where most of several records have them at the top level.
 */
export function propertyShapes(records: readonly IDataObject[]) {
	const found = new Map<string, Map<string, number>>();
	const count = (record: Record<string, unknown>, path: string, depth: number, shown: ReadonlySet<string>): void => {
		for (const [name, value] of Object.entries(record)) {
			const fullName = `${path}${shown.has(name) ? name : HIDDEN}`;
			if (!found.has(fullName) && found.size >= MAX_NAMES) continue;
			const types = found.get(fullName) ?? new Map<string, number>();
			// Nested lists can make the description very long.
			const type = typeOf(value).slice(0, 100);
			found.set(fullName, types.set(type, (types.get(type) ?? 0) + 1));
			if (depth === 0) continue;
			const [inner, innerPath] = Array.isArray(value) ? [value, `${fullName}[].`] : [[value], `${fullName}.`];
			for (const entry of inner.filter(isObject)) count(entry, innerPath, depth - 1, DOCUMENTED);
		}
	};
	const most = Math.max(1, records.length / 2);
	const isCommon = (name: string) => records.filter((record) => name in record).length > most;
	const common = [...new Set(records.slice(0, Math.ceil(most)).flatMap(Object.keys))].slice(0, MAX_NAMES).filter(isCommon);
	const shownAtTop = new Set([...DOCUMENTED, ...common]);
	for (const record of records) count(record, '', DEPTH, shownAtTop);
	return [...found].map(([name, types]) => ({
		name,
		types: [...types].sort((a, b) => b[1] - a[1]).map(([type]) => type),
	}));
}

const CURSORS = ENVELOPE.filter((name) => name !== 'Continue');

function kindOf({ body, problem }: CheckedAnswer): string {
	if (problem) return 'unread';
	if (body === undefined || body === null || body === '') return 'nothing';
	return isPage(body) ? 'page' : Array.isArray(body) ? 'list' : typeOf(body);
}

function cursorsOf(body: unknown) {
	if (!isPage(body)) return undefined;
	return {
		cursors: CURSORS.filter((name) => (body[name] ?? null) !== null),
		continue: typeof body.Continue === 'boolean' ? String(body.Continue) : 'Continue' in body ? 'another value' : 'missing',
	};
}

const ORDERS = { forward: 'ascending', backward: 'descending' } as const;

function callReport(answer: CheckedAnswer) {
	const { call, status, errorType, problem, milliseconds, body } = answer;
	const records = recordsOf(answer);
	const properties = propertyShapes(records);
	const record = endpointOf(call)?.record;
	const named: readonly string[] = record ? PROPERTIES[record] : [];
	const topLevel = properties.map(({ name }) => name).filter((name) => !/[.[]/.test(name));
	const order = orderOn(call, records);
	return {
		call,
		status,
		...(errorType && { errorType: isErrorType(errorType) ? errorType : HIDDEN }),
		...(problem && { problem }),
		milliseconds,
		body: kindOf(answer),
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

export type CallReport = ReturnType<typeof callReport>;

const READ_ONLY = 'This key can read, and cannot change anything. Changes and the Club Trigger need a key with the ReadWrite permission.';
const WHAT_KEY_MAY: Readonly<Record<string, string>> = {
	allowed: 'This key can read. Only a change shows whether it can change something too.',
	refused: 'This key cannot read: the licence of the Club API is inactive, or the key lacks the Read permission.',
};

function permissionOf(answers: readonly CheckedAnswer[]): IDataObject {
	const permissionIn = (some: readonly CheckedAnswer[]): string =>
		some.some(isSuccess) ? 'allowed' : some.some(({ status }) => status === 403) ? 'refused' : 'reads do not show this';
	const isWebhookRead = ({ call }: CheckedAnswer): boolean => call.includes(' /Webhooks/');
	const reads = permissionIn(answers.filter((answer) => !isWebhookRead(answer)));
	const webhookReads = permissionIn(answers.filter(isWebhookRead));
	// ReadWrite is enough for each read (§5 rule 3).
	const isReadOnly = reads === 'allowed' && webhookReads === 'refused';
	const inWords = isReadOnly ? READ_ONLY : (WHAT_KEY_MAY[reads] ?? 'No read shows what this key may do.');
	return { inWords, reads, webhookReads, changes: isReadOnly ? 'refused' : 'reads do not show this' };
}

const QUOTA = /^(?=[a-z-]{1,50}$).*(rate-?limit|retry-after|quota)/;
const QUOTA_VALUE = /^\d{1,12}(;w=\d{1,9})?$/;

function quotaOf(answers: readonly CheckedAnswer[]): IDataObject {
	const headers = Object.assign({}, ...answers.map((answer) => answer.headers)) as Record<string, string>;
	const limits = Object.entries(headers).filter(([name]) => QUOTA.test(name));
	return Object.fromEntries(limits.map(([name, value]) => [name, QUOTA_VALUE.test(value) ? value : 'in another format']));
}

const factsOf = ({ answers, stopped }: ClubAnswers, sample: number) => ({
	sample,
	reads: answers.length,
	refused: answers.filter((answer) => !isSuccess(answer)).map(({ call, status }) => `${call}: ${status || 'no answer'}`),
	stopped: stopped ?? null,
	permission: permissionOf(answers),
	quota: quotaOf(answers),
	calls: answers.map(callReport),
});

const row = (...cells: unknown[]): string => `| ${cells.map((cell) => String(cell ?? '').replace(/\|/g, '\\|')).join(' | ')} |`;

const listed = (names: string[] = []): string => names.map((name) => `\`${name}\``).join(', ');

const listOf = (values: IDataObject): string[] => [...Object.entries(values).map(([name, value]) => `- ${name}: ${String(value)}`), ''];

function recordSections(calls: readonly CallReport[]): string[] {
	const sections = new Map<string, string[]>();
	for (const { call, properties, missing = [], unnamed = [] } of calls) {
		if (!properties) continue;
		const lines = [
			...properties.map(({ name, types }) => `- \`${name}\`: ${types.join(', or ')}`),
			...(missing.length > 0 ? ['', `In the API's description, but missing: ${listed(missing)}`] : []),
			...(unnamed.length > 0 ? ['', `Not in the API's description: ${listed(unnamed)}`] : []),
			'',
		].join('\n');
		sections.set(lines, [...(sections.get(lines) ?? []), call]);
	}
	return [...sections].flatMap(([lines, names]) => [`### ${names.join(', ')}`, '', lines]);
}

const HEADS = ['Call', 'Status', 'Body', 'Rows', 'Milliseconds', 'Order', 'Cursors', 'Continue'];

/** A check in Markdown, for an issue: without any value of a record and without the name of the club. */
const markdownOf = ({ sample, reads, stopped, permission, quota, calls }: ReturnType<typeof factsOf>): string =>
	[
		'# What this club sends',
		'',
		`${reads} reads, ${sample} records a page. Names, types and counts only.${stopped ? ` It stopped early: ${stopped}.` : ''}`,
		'',
		'## Permission',
		'',
		...listOf(permission),
		'## Rate limit headers',
		'',
		...listOf(quota),
		'## Reads',
		'',
		row(...HEADS),
		row(...HEADS.map(() => '---')),
		...calls.map(({ call, status, errorType, problem, body, rows, milliseconds, order, cursors, continue: more }) => {
			const outcome = [status || 'no answer', errorType, problem].filter(Boolean).join(', ');
			return row(`\`${call}\``, outcome, body, rows, milliseconds, order, cursors?.join(', '), more);
		}),
		'',
		'## Records',
		'',
		...recordSections(calls),
	].join('\n');

const clubIn = (profile: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(profile ?? {}).filter(([name, value]) => IDENTITY.test(name) && ['string', 'number'].includes(typeof value)),
	);

/** The result of a check. A model gets it without the report and the properties of records, which are too long for it. */
export function resultOf(read: ClubAnswers, sample: number, credential: string, isForModel: boolean) {
	const facts = factsOf(read, sample);
	const profile = read.answers.find(({ call }) => call === 'GET /Profile');
	const result = { club: clubIn(profile?.body), credential, ...facts };
	if (!isForModel) return { ...result, report: markdownOf(facts) };
	const calls = facts.calls.map(({ call, status, rows, missing = [], unnamed = [] }) => ({ call, status, rows, missing, unnamed }));
	return { ...result, calls };
}
