import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { apiOn } from './api.mts';
import { makeClub, type Club } from './club.mts';
import { controlRoutes } from './control.mts';
import { identifier, makeKeys, retryAfterIn } from './credentials.mts';
import { Delivery } from './delivery.mts';
import { defaultDialect, type Dialect } from './dialect.mts';
import { Faults, type Fault } from './faults.mts';
import { Later } from './later.mts';
import { lifeOf } from './life.mts';
import { pageRoutes } from './page.mts';
import type { Records } from './records.mts';
import { Refusal, refusalBody } from './refusal.mts';
import { athleteCreationRoutes } from './routes/athleteCreation.mts';
import { athleteRoutes } from './routes/athletes.mts';
import { badgeRoutes } from './routes/badgeAwards.mts';
import { catalogueRoutes } from './routes/catalogue.mts';
import { challengeRoutes } from './routes/challenges.mts';
import { classRoutes } from './routes/classes.mts';
import { contactRoutes } from './routes/contacts.mts';
import { subscriptionRoutes } from './routes/subscriptions.mts';
import { summaryRoutes } from './routes/summaries.mts';
import { trainingRoutes } from './routes/trainings.mts';
import { webhookRoutes } from './routes/webhooks.mts';
import type { Sandbox, SandboxOptions } from './sandbox.mts';
import { shownProfile } from './shown.mts';
import { Provisioning } from './provisioning.mts';
import { World } from './world.mts';

export type { Dialect } from './dialect.mts';
export type { Fault } from './faults.mts';
export type { Breach, DeliveryRecord, RequestRecord } from './records.mts';
export type { Sandbox, SandboxOptions } from './sandbox.mts';

/** Starts a club server on loopback; nothing of it is kept after `close`. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const now = options.now ?? (() => new Date());
	const app = Fastify({ routerOptions: { ignoreTrailingSlash: false, caseSensitive: true }, forceCloseConnections: true, bodyLimit: 4_000_000 });
	const records: Records = { requests: [], breaches: [], deliveries: [] };
	const faults = new Faults();
	const keys = makeKeys();
	let url = '';
	const base = () => url;
	const athletes = Math.min(100_000, Math.max(50, options.athletes ?? 200));
	const seed = options.seed ?? 1;
	const pictures = '/_sandbox/pictures';
	const club = makeClub(1, athletes, seed, now().getTime(), pictures);
	const other = makeClub(2, 50, seed + 1, now().getTime(), pictures);
	shiftIds(other);
	const initialDialect: Dialect = { ...defaultDialect(), ...options.dialect };
	const dialect = { ...initialDialect };
	const later = new Later(now);
	const delivery = new Delivery(records, options.redelivery ?? {}, now, dialect);
	const provisioning = new Provisioning(delivery, base, options.handshake ?? 'sync', dialect, later);
	const world = new World(delivery, now, () => base() + pictures, dialect);
	const access = identifier({ keys, clubs: { own: club, other }, rate: options.rate, now, dialect });

	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		if (text === '') return done(null, undefined);
		try {
			done(null, JSON.parse(text as string));
		} catch {
			done(new Refusal(400, { title: 'The request body is not valid JSON.' }));
		}
	});
	app.addHook('onSend', async (request, reply, payload) => await applyFault(request, reply, payload));
	app.addHook('onResponse', async (request, reply) => record(request, reply.statusCode));
	app.addHook('preHandler', async (request, reply) => await beforeHandling(request, reply));
	app.setErrorHandler(async (error, _request, reply) => {
		if (error instanceof Refusal) {
			// An empty 403, as §7.2 allows for a missing permission.
			const body = refusalBody(error, dialect);
			return body === undefined ? await reply.code(error.status).send() : await reply.code(error.status).send(body);
		}
		return await reply.code((error as { statusCode?: number }).statusCode ?? 500).send({ Message: (error as Error).message });
	});
	app.setNotFoundHandler(async (_request, reply) => await reply.code(404).send());

	const routeOf = (request: FastifyRequest): string => (request.routeOptions.config as { route?: string }).route ?? '';

	async function beforeHandling(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const route = routeOf(request);
		if (!route) return;
		await later.catchUp();
		access.count(request, reply);
		const fault = faults.hit(request.method, route);
		if (!fault) return;
		if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 1000));
		else if (fault.kind === 'drop') drop(request, reply);
		else if (fault.kind === 'appliedLate') applyLater(request, reply, fault);
		else if (fault.kind === 'status') failWith(reply, fault);
		else Object.assign(request, { fault });
	}

	function failWith(reply: FastifyReply, fault: Fault): void {
		const wait = fault.status === 503 ? retryAfterIn(dialect, 1, now()) : undefined;
		if (wait !== undefined) reply.header('Retry-After', wait);
		for (const [name, value] of Object.entries(fault.headers ?? {})) reply.header(name, value);
		if (fault.body === undefined) reply.code(fault.status ?? 500).send();
		else reply.code(fault.status ?? 500).send(fault.body);
	}

	/** Fails now, and lets happen later what was asked for, whatever comes of it. */
	function applyLater(request: FastifyRequest, reply: FastifyReply, fault: Fault): void {
		void later.after(fault.delayMs ?? 1000).then(() => api.answer(request)).catch(() => undefined);
		if (fault.status === undefined) drop(request, reply);
		else failWith(reply, fault);
	}

	function drop(request: FastifyRequest, reply: FastifyReply): void {
		record(request, 0);
		reply.hijack();
		request.raw.socket.destroy();
	}

	/** Faults that strike after the request was applied. */
	async function applyFault(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
		const { fault } = request as { fault?: Fault };
		if (!fault) return payload;
		Object.assign(request, { fault: undefined });
		if (fault.kind === 'appliedThenDropped') {
			drop(request, reply);
			return payload;
		}
		if (fault.kind === 'truncate') {
			const text = String(payload ?? '');
			record(request, reply.statusCode);
			reply.hijack();
			reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
			reply.raw.write(text.slice(0, Math.floor(text.length / 2)), () => request.raw.socket.destroy());
			return payload;
		}
		reply.code(fault.status ?? 500);
		return JSON.stringify(fault.body ?? { ErrorType: 'Internal', Message: 'The workflow failed.' });
	}

	function record(request: FastifyRequest, status: number): void {
		const { route } = request.routeOptions.config as { route?: string };
		const [path] = request.url.split('?');
		if (path.startsWith('/_sandbox') || path === '/') return;
		records.requests.push({
			at: now().getTime(),
			method: request.method,
			path,
			route: route ?? '',
			query: { ...(request.query as Record<string, unknown>) },
			body: request.body ?? null,
			status,
			club: (request as { clubId?: number }).clubId ?? null,
		});
	}

	const api = apiOn(app, {
		identify(request, spec) {
			const found = access.identify(request, spec);
			Object.assign(request, { clubId: found.id });
			return found;
		},
		records,
		dialect,
	});
	athleteRoutes(api, world);
	athleteCreationRoutes(api, world);
	summaryRoutes(api, world);
	badgeRoutes(api);
	classRoutes(api, world);
	subscriptionRoutes(api, world);
	catalogueRoutes(api);
	contactRoutes(api, world);
	trainingRoutes(api);
	challengeRoutes(api);
	api.route('GET /Profile', { handle: (call) => shownProfile(call.dialect, call.club.profile) });
	webhookRoutes(api, provisioning);

	const sandbox: Sandbox = {
		url,
		keys,
		...records,
		routes: api.routes,
		club,
		act: {
			...lifeOf(world, club),
			dropWebhookSubscription(id) {
				const subscription = club.webhookSubscriptions.get(id);
				if (subscription) provisioning.remove(club, subscription);
			},
		},
		dialect,
		resetDialect: () => void Object.assign(dialect, initialDialect),
		delivery,
		provisioning,
		inject: (fault) => faults.inject(fault),
		clearFaults: () => faults.clear(),
		resetRecords() {
			for (const list of [records.requests, records.breaches, records.deliveries]) list.length = 0;
		},
		setRate: (rate) => access.setRate(rate),
		spend: (calls) => access.spend(calls),
		gauge: () => access.gauge(),
		revokeKey: (key) => access.revoke(key),
		restoreKey: (key) => access.restore(key),
		async close() {
			delivery.close();
			await app.close();
		},
	};
	controlRoutes(app, sandbox);
	pageRoutes(app, sandbox, now);
	await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
	url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	sandbox.url = url;
	for (const award of [...club.awards.values(), ...other.awards.values()]) award.PictureUri = url + String(award.PictureUri);
	return sandbox;
}

/** Gives the second club ids of its own, so that ids of one are unknown in the other. */
function shiftIds(club: Club): void {
	const by = 500_000;
	const move = <T extends { UserId: number }>(rows: Map<number, T>) => {
		const all = [...rows.values()];
		rows.clear();
		for (const row of all) {
			row.UserId += by;
			rows.set(row.UserId, row);
		}
	};
	move(club.athletes);
	move(club.contacts);
	for (const rows of [club.classes, club.awards, club.trainings, club.userSubscriptions, club.products, club.challenges]) rows.clear();
	club.bookings.length = 0;
}
