import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { AnyOperation } from '../../../../nodes/Club/operation';
import { listBeside } from '../../../../nodes/shared/api/endpoints';
import { ID } from '../../../../nodes/shared/api/limits';
import type { Breach, RequestRecord, Sandbox } from '../../../../sandbox/index.mts';
import type { NodeOutcome } from '../../../support/node.mts';

/** The routes that an operation may reach: its calls, and what finds somebody by an address or a class by its name; all where the user names the call. */
export function routesOf({ calls, fields, lookUp, prepare, isFree }: AnyOperation): Set<string> | undefined {
	if (isFree) return undefined;
	const nested = fields.flatMap((field) => [field, ...((field.options ?? []) as Array<typeof field>)]);
	const lookUps = [lookUp, ...nested.map((field) => field.lookUp)].filter((call) => call !== undefined);
	const routes: string[] = [...calls, ...lookUps, ...lookUps.map(listBeside)];
	if (nested.some(({ name }) => name === 'classId')) routes.push('GET /Classes/Calendars/{calendarType}');
	// What reads many records ahead reads the list beside the record.
	if (prepare) routes.push(...calls.map((call) => `GET ${call.slice(call.indexOf('/')).replace(/\/\{.*$/, '')}`));
	return new Set(routes);
}

/** What the values in a path may be. */
const SEGMENTS: Readonly<Record<string, string>> = { calendarType: '(Club|PT|Services)', subscriptionId: '[^/?#\\\\\\s]+' };

function expectPath({ route, path }: RequestRecord): void {
	const template = route.slice(route.indexOf('/'));
	const expression = template.replace(/\{(\w+)\}/g, (_, name: string) => SEGMENTS[name] ?? '[1-9]\\d{0,9}');
	expect(path).toMatch(new RegExp(`^${expression}$`));
	if (route.includes('{subscriptionId}')) return;
	for (const [digits] of path.matchAll(/(?<=\/)\d+(?=\/|$)/g)) expect(Number(digits)).toBeLessThanOrEqual(ID.max);
}

/**
 * What only the club can judge: the spec says nothing of the insides of a cursor, an origin, a sensor or a suspension, and a
 * membership does not show that it is managed externally (§4.6).
 */
const isClubsOwn = ({ route, query, body }: RequestRecord): boolean =>
	query.cursor !== undefined ||
	query.origin !== undefined ||
	(body as IDataObject | null)?.Sensors !== undefined ||
	route.endsWith('/Suspension') ||
	route === 'PUT /UserSubscriptions/{userSubscriptionId}';

/** A breach by a name that the user has given as the API's own. */
const isAsGiven = ({ rule }: Breach): boolean => /^unknown (query parameter|body property)$/.test(rule);

/** A cursor for a list of which the spec shows no paging: a user who has one got it from the club. */
const isCursor = ({ rule, detail }: Breach): boolean => rule === 'unknown query parameter' && detail === 'cursor';

/** Expects that each request went where the operation goes, as the API wants it, and was understood there. */
export function expectRequests({ requests, breaches }: Sandbox, routes: Set<string> | undefined, raw: boolean): void {
	// A call of the user's choice may go anywhere below the Base URL.
	if (!routes)
		return requests.forEach(({ path, status }) => expect([path, status < 500]).toEqual([expect.stringMatching(/^\/[^?#]*$/), true]));
	for (const request of requests) {
		expect(routes).toContain(request.route);
		expectPath(request);
		if (!raw && !isClubsOwn(request)) expect([200, 403, 404, 409]).toContain(request.status);
		expect(request.status).toBeLessThan(500);
	}
	expect(breaches.filter((breach) => !isCursor(breach) && !(raw && isAsGiven(breach)))).toEqual([]);
}

/** Words of a program, which no user should read. */
const MACHINE =
	/\bat \S+[^.] \(|node_modules|TypeError|RangeError|URIError|SyntaxError|Cannot (read|set|convert|access)|is not (a function|iterable|defined)|\[object \w+\]|\bundefined\b|fault inside the node/;

/** Expects an error that a user can act on. @param given what the user entered, which an error may repeat */
export function expectPlain(message: string, description: string, given: string): void {
	// A value can be as short as the period of a sentence.
	const own = (text: string) => (given ? text.split(given).join('…') : text);
	expect(own(message)).toMatch(/^\S.*\S$/s);
	expect(own(description)).toMatch(/^[A-Z"…].*[.)…]$/s);
	expect(own(message)).not.toMatch(MACHINE);
	expect(own(description)).not.toMatch(MACHINE);
	expect(message.length).toBeLessThan(1_000);
}

/** Expects the node's own error, or n8n's where it could not work out an expression. */
export function expectOwnError(error: NonNullable<NodeOutcome['error']>, given: string): void {
	if (error.name === 'ExpressionError') return;
	expect(error.name).toMatch(/^Node(Api|Operation)Error$/);
	expect(error.context.itemIndex).toBe(0);
	expectPlain(error.message, error.description ?? '', given);
}

/** Expects rows or one error for each item, paired with it. */
export function expectPaired({ output }: NodeOutcome, items: number, given: (item: number) => string): void {
	const [rows = [], errors = []] = output;
	const itemOf = ({ pairedItem }: INodeExecutionData): number => (pairedItem as { item: number }).item;
	for (const row of [...rows, ...errors]) {
		expect(itemOf(row)).toBeLessThan(items);
		expect(Object.getPrototypeOf(row.json)).toHaveProperty('hasOwnProperty');
	}
	expect(new Set(errors.map(itemOf)).size).toBe(errors.length);
	for (const row of errors) {
		const { error, message } = row.json as IDataObject & { error: string; message: string };
		expectPlain(error, message, given(itemOf(row)));
		expect(message).toContain(`Item ${itemOf(row)}`);
	}
}

const PROTOTYPES = [Object, Array, Function, String, Number, Boolean, Date, Map, Set, Promise, RegExp, Error].map(
	({ prototype }) => prototype as object,
);

const namesOf = (): string[][] => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String));

/** What must be the same before and after: the prototypes of the process. @returns expects them to be */
export function guardPrototypes(): () => void {
	const before = namesOf();
	return () => expect(namesOf()).toEqual(before);
}

const CHANNEL = 'http.server.request.start';

/** Headers that may differ from one request to the next, by what they may hold. */
const VARYING: Readonly<Record<string, RegExp>> = { 'content-length': /^\d+$/, 'content-type': /^application\/json(; charset=utf-8)?$/ };

/** Watches the headers of all requests to the API; each must be the same in every request, whatever was entered. */
export function guardHeaders(): { expectSame(): void; stop(): void } {
	const seen = new Set<string>();
	const note = (message: unknown) => {
		const { rawHeaders, url } = (message as { request: IncomingMessage }).request;
		if (url?.startsWith('/_sandbox')) return;
		for (let index = 0; index < rawHeaders.length; index += 2) {
			const [name, value] = [rawHeaders[index].toLowerCase(), rawHeaders[index + 1]];
			seen.add(VARYING[name]?.test(value) ? name : `${name}: ${value}`);
		}
	};
	subscribe(CHANNEL, note);
	return {
		expectSame() {
			const names = [...seen].map((header) => header.split(':')[0]);
			expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
			expect(names.sort()).toEqual(expect.arrayContaining(['authorization', 'host', 'x-sub-key']));
		},
		stop: () => unsubscribe(CHANNEL, note),
	};
}
