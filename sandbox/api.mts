import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pageOf, type Position } from './cursors.mts';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import { routeOf, type Records } from './records.mts';
import { notFound, refuse, Refusal } from './refusal.mts';
import { answerIn, serialize } from './shown.mts';
import type { Json } from './types.mts';

/** A request, with the club that its key selects. */
export interface Call {
	club: Club;
	dialect: Dialect;
	params: Record<string, number>;
	/** The path values as received, for IDs that are not numbers. */
	segments: Record<string, string>;
	query: Record<string, string>;
	body: Json;
	/** The path with its values. Cursors are bound to it. */
	path: string;
	breach(rule: string, detail: string): void;
}

export interface RouteSpec {
	/** Names of the query parameters that the spec shows. */
	query?: readonly string[];
	/** Query parameters that may change between pages. */
	enrichment?: readonly string[];
	/** Names of the body properties. Another property breaks a rule. Without this list, any property is valid. */
	body?: readonly string[];
	opaque?: readonly string[];
	handle(call: Call): unknown;
	/** Renders the record of the answer in a dialect. */
	show?(dialect: Dialect, record: never): Json;
	/** The spec does not show the answer. */
	unshown?: true;
}

export interface Api {
	route(name: string, spec: RouteSpec): void;
	routes: string[];
	/** Applies a request and returns its answer. @throws Refusal */
	answer(request: FastifyRequest): Promise<unknown>;
}

const ID_MAX = 2_147_483_647;
export const OFFSET = /(Z|[+-]\d\d:\d\d)$/;

export function idFrom(text: unknown, what: string): number {
	const id = Number(text);
	if (!/^\d+$/.test(String(text)) || id < 1 || id > ID_MAX) throw refuse(400, `${what} must be from 1 to ${ID_MAX}.`);
	return id;
}

export const booleanFrom = (text: string | undefined): boolean => text === 'true' || text === 'True';

/** A date-time of a query. Without an offset it is ambiguous, which breaks a rule. */
export function momentFrom(call: Call, name: string): number | undefined {
	const text = call.query[name];
	if (text === undefined) return undefined;
	const time = Date.parse(text);
	if (Number.isNaN(time)) throw refuse(400, `${name} is not a date and time.`);
	if (!OFFSET.test(text)) call.breach('date-time without offset', `${name}=${text}`);
	return time;
}

export interface Paging<T> {
	rows: readonly T[];
	positionOf(row: T): Position;
	show?(row: T): Json;
	default: number;
	max: number;
	/** Lowers a count above the maximum instead of refusing it (§8). */
	clamp?: boolean;
	descending?: boolean;
	legacy?: 'id' | 'time' | 'none';
	enrichment?: readonly string[];
}

/** One page of a list, with the checks of §4.1. */
export function paged<T>(call: Call, paging: Paging<T>): Json {
	const { count: countText, cursor, ...filters } = call.query;
	for (const name of paging.enrichment ?? []) delete filters[name];
	const requested = countText === undefined ? paging.default : Number(countText);
	if (!Number.isInteger(requested) || requested < 1) throw refuse(400, 'count must be at least 1.');
	if (requested > paging.max && !paging.clamp) throw refuse(400, `count must be at most ${paging.max}.`);
	if (requested > paging.max) call.breach('count out of range', `count=${requested}`);
	return pageOf({
		rows: paging.rows,
		positionOf: paging.positionOf,
		bind: JSON.stringify([call.club.id, call.path, Object.entries(filters).sort()]),
		count: Math.min(requested, paging.max),
		cursor,
		descending: paging.descending ?? false,
		show: paging.show ?? ((row) => row as Json),
		legacy: paging.legacy ?? 'id',
		dialect: call.dialect,
	});
}

/** A list. The spec does not say whether it is an array or a page. */
export function arrayOrPage<T>(call: Call, as: 'array' | 'page', paging: Paging<T>): Json | Json[] {
	if (as === 'page') return paged(call, paging);
	const rows = paging.descending ? [...paging.rows].reverse() : paging.rows;
	return rows.map(paging.show ?? ((row) => row as Json));
}

/** The rows of an array in the order of the dialect. @param rows oldest first */
export const inArrayOrder = <T,>({ dialect }: Pick<Call, 'dialect'>, rows: readonly T[]): T[] =>
	dialect.arrayOrder === 'newestFirst' ? [...rows].reverse() : [...rows];

/** The part of a list by ID that `fromId` and `toId` bound, both inclusive (§4.1). @param rows in ascending order of their IDs */
export function byId<T>(call: Call, rows: readonly T[], idOf: (row: T) => number): Pick<Paging<T>, 'rows' | 'positionOf' | 'descending'> {
	const fromId = call.query.fromId === undefined ? undefined : idFrom(call.query.fromId, 'fromId');
	const toId = call.query.toId === undefined ? undefined : idFrom(call.query.toId, 'toId');
	if (fromId !== undefined && toId !== undefined && fromId > toId) throw refuse(400, 'fromId is larger than toId.');
	const isBound = fromId !== undefined || toId !== undefined;
	return {
		rows: isBound ? rows.filter((row) => idOf(row) >= (fromId ?? 0) && idOf(row) <= (toId ?? ID_MAX)) : rows,
		positionOf: (row) => [idOf(row)],
		descending: fromId === undefined && (toId !== undefined || call.dialect.idOrder === 'descending'),
	};
}

/** The rows that a list shows. It can miss some, because it is not a snapshot (§1). */
export function visibleRows<T>({ dialect }: Pick<Call, 'dialect'>, rows: readonly T[]): readonly T[] {
	if (dialect.listedRows === 'all') return rows;
	return rows.slice({ oneMissing: 1, half: Math.ceil(rows.length / 2), none: rows.length }[dialect.listedRows]);
}

/** The rows without those that their list leaves out. */
export const listedRows = <T extends Json>({ club }: Pick<Call, 'club'>, rows: Iterable<T>): T[] =>
	[...rows].filter((row) => !club.unlisted.has(row));

export interface ApiContext {
	identify(request: FastifyRequest): Club;
	/** Whether a read already shows the record at a path. */
	isReadable(club: Club, path: string): boolean;
	records: Records;
	dialect: Dialect;
}

/** Registers routes with Fastify under the names of the spec. */
export function createApi(app: FastifyInstance, { identify, isReadable, records, dialect }: ApiContext): Api {
	const specs = new Map<string, RouteSpec>();
	const api: Api = {
		routes: [],
		route(name, spec) {
			api.routes.push(name);
			specs.set(name, spec);
			const [method, path] = name.split(' ');
			app.route({
				method: method as 'GET',
				url: path.replace(/\{(\w+)\}/g, ':$1'),
				config: { route: name } as never,
				handler: async (request, reply) => {
					const { status, body: answer } = answerIn(dialect, await api.answer(request));
					reply.code(status);
					return answer === undefined || (spec.unshown && dialect.unshownAnswers === 'nothing')
						? await reply.send()
						: serialize(dialect, answer);
				},
			});
		},
		answer: async (request) => await handle(specs.get(routeOf(request))!, request),
	};

	async function handle(spec: RouteSpec, request: FastifyRequest): Promise<unknown> {
		const path = request.url.split('?')[0];
		const breach = (rule: string, detail: string): void => {
			records.breaches.push({ rule, detail, request: { method: request.method, path: request.url } });
		};
		const club = identify(request);
		if (request.method === 'GET' && !isReadable(club, path)) throw notFound('The record');
		const query = request.query as Record<string, string>;
		const known = [...(spec.query ?? []), ...(spec.enrichment ?? [])];
		for (const parameter of Object.keys(query)) if (!known.includes(parameter)) breach('unknown query parameter', parameter);
		const segments = request.params as Record<string, string>;
		const params: Record<string, number> = {};
		for (const [key, value] of Object.entries(segments)) if (!spec.opaque?.includes(key)) params[key] = idFrom(value, key);
		const body = bodyOf(request, spec, breach);
		const answer = await spec.handle({ club, dialect, params, segments, query, body, path, breach });
		return spec.show && answer !== undefined ? spec.show(dialect, answer as never) : answer;
	}
	return api;
}

function bodyOf(request: FastifyRequest, spec: RouteSpec, breach: Call['breach']): Json {
	const { body } = request;
	if (request.method === 'GET' || request.method === 'DELETE') {
		if (body !== undefined && body !== null) breach('body where there is none', request.method);
		return {};
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		if (spec.body?.length === 0) return {};
		throw new Refusal(400, { title: 'The request body is not a JSON object.' });
	}
	for (const name of Object.keys(body)) if (spec.body && !spec.body.includes(name)) breach('unknown body property', name);
	return body as Json;
}
