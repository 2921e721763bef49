import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { createApi } from './api.mts';
import { makeChain, makeClub, makeOtherClub } from './club.mts';
import { accessControl, makeKeys } from './credentials.mts';
import { Delivery } from './delivery.mts';
import { MEMBERS } from './data/people.mts';
import { defaultDialect, type Dialect } from './dialect.mts';
import { Faults } from './faults.mts';
import { setUpHttp } from './http.mts';
import { DelayedTasks } from './later.mts';
import { lifeOf } from './life.mts';
import { pageRoutes } from './page.mts';
import { Provisioning } from './provisioning.mts';
import { recorderOf, routeOf, type Records } from './records.mts';
import { clubRoutes } from './routes/club.mts';
import { webhookRoutes } from './routes/webhooks.mts';
import type { Sandbox, SandboxOptions } from './sandbox.mts';
import { injectFaults } from './strikes.mts';
import { Changes } from './changes.mts';

export type { Dialect } from './dialect.mts';
export type { Fault, FaultyRequest } from './faults.mts';
export type { Breach, DeliveryRecord, RequestRecord } from './records.mts';
export type { Sandbox, SandboxOptions } from './sandbox.mts';

/** Starts a club server on loopback. It stores nothing, so all data is lost at `close`. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const now = options.now ?? (() => new Date());
	const app = Fastify({
		routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
		forceCloseConnections: true,
		bodyLimit: 4_000_000,
	});
	const records: Records = { requests: [], breaches: [], deliveries: [] };
	const faults = new Faults();
	const keys = { ...makeKeys(), ...options.keys };
	const base = (): string => sandbox.url;
	const athletes = Math.min(MEMBERS.most, Math.max(MEMBERS.fewest, options.athletes ?? MEMBERS.usual));
	const seed = options.seed ?? 1;
	const pictures = '/_sandbox/pictures';
	const club = makeClub(1, athletes, seed, now().getTime(), pictures);
	const other = makeOtherClub(seed + 1);
	const chain = makeChain(options.chain ?? 0, seed, now().getTime(), pictures).map((member) => ({
		clubApiKey: `sandbox-chain-key-${member.id}`,
		club: member,
	}));
	const initialDialect: Dialect = { ...defaultDialect(), ...options.dialect };
	const dialect = { ...initialDialect };
	const delayedTasks = new DelayedTasks(now);
	const delivery = new Delivery(records, options.redelivery ?? {}, now, dialect);
	const provisioning = new Provisioning(delivery, base, options.handshake ?? 'sync', dialect, delayedTasks);
	const changes = new Changes(delivery, now, () => base() + pictures, dialect);
	const access = accessControl({ keys, clubs: { main: club, other, chain }, rate: options.rate, now, dialect });

	setUpHttp(app, dialect);
	const record = recorderOf(records, now);
	app.addHook('onResponse', async (request, reply) => record(request, reply.statusCode));
	app.addHook('preHandler', async (request, reply) => {
		if (!routeOf(request)) return;
		await delayedTasks.runDue();
		access.count(request, reply);
	});
	injectFaults(app, {
		faults,
		delayedTasks,
		dialect,
		now,
		record,
		track: (task) => delivery.track(task),
		answer: async (request) => await api.answer(request),
	});

	const api = createApi(app, {
		identify(request) {
			const found = access.identify(request);
			Object.assign(request, { clubId: found.id });
			return found;
		},
		isReadable: (asked, path) => changes.isReadable(asked, path),
		records,
		dialect,
	});
	clubRoutes(api, changes);
	webhookRoutes(api, provisioning);

	const sandbox: Sandbox = {
		url: '',
		keys,
		...records,
		routes: api.routes,
		club,
		chain,
		act: {
			...lifeOf(changes, club),
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
		...access.controls,
		async close() {
			delivery.close();
			await app.close();
		},
	};
	pageRoutes(app, sandbox, now);
	await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	sandbox.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	for (const award of club.awards.values()) award.PictureUri = sandbox.url + String(award.PictureUri);
	return sandbox;
}
