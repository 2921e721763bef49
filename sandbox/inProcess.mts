import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createApi } from './api.mts';
import { makeClub } from './club.mts';
import { MEMBERS } from './data/people.mts';
import { Delivery } from './delivery.mts';
import { defaultDialect, type Dialect } from './dialect.mts';
import { lifeOf } from './life.mts';
import type { Records } from './records.mts';
import { clubRoutes } from './routes/club.mts';
import { Changes } from './changes.mts';

/** A clock that its owner sets, in ms since the epoch. */
export interface Clock {
	now: number;
}

/** A club without a server: its answers are those of the sandbox and take no time. */
export function clubInProcess(clock: Clock, options: { seed?: number; athletes?: number; dialect?: Partial<Dialect> } = {}) {
	const now = () => new Date(clock.now);
	const dialect: Dialect = { ...defaultDialect(), ...options.dialect };
	const records: Records = { requests: [], breaches: [], deliveries: [] };
	const club = makeClub(1, options.athletes ?? MEMBERS.fewest, options.seed ?? 1, clock.now, '/_sandbox/pictures');
	const changes = new Changes(new Delivery(records, {}, now, dialect), now, () => '', dialect);
	// The routes are called by name, so nothing listens.
	const noServer = { route: () => noServer } as unknown as FastifyInstance;
	const api = createApi(noServer, {
		identify: () => club,
		isReadable: (asked, path) => changes.isReadable(asked, path),
		records,
		dialect,
	});
	clubRoutes(api, changes);
	return {
		club,
		act: lifeOf(changes, club),
		dialect,
		breaches: records.breaches,
		/** Answers a GET by the name of its route, such as `GET /Athletes/{userId}`. @throws Refusal */
		async read(route: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): Promise<unknown> {
			const texts = (values: Record<string, unknown>) =>
				Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
			const url = route.split(' ')[1].replace(/\{(\w+)\}/g, (_brace, name: string) => String(params[name]));
			const request = { method: 'GET', url, params: texts(params), query: texts(query), routeOptions: { config: { route } } };
			return await api.answer(request as unknown as FastifyRequest);
		},
	};
}

export type ClubInProcess = ReturnType<typeof clubInProcess>;
