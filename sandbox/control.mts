import type { FastifyInstance } from 'fastify';
import type { Sandbox } from './sandbox.mts';
import type { Fault } from './faults.mts';
import type { RateOptions } from './rate.mts';
import type { Keys } from './credentials.mts';
import type { Handshake } from './provisioning.mts';

/** Remote control of a sandbox in another process. It is not part of the club's API. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const base = '/_sandbox';
	app.get(`${base}/state`, async () => ({
		url: sandbox.url,
		keys: sandbox.keys,
		routes: sandbox.routes,
		athletes: sandbox.club.athletes.size,
	}));
	app.get(`${base}/requests`, async () => sandbox.requests);
	app.get(`${base}/breaches`, async () => sandbox.breaches);
	app.get(`${base}/deliveries`, async () => sandbox.deliveries);
	app.get(`${base}/webhooks`, async () => [...sandbox.club.webhookSubscriptions.values()]);
	app.delete(`${base}/records`, async () => void sandbox.resetRecords());
	app.post(`${base}/faults`, async (request) => void sandbox.inject(request.body as Fault));
	app.delete(`${base}/faults`, async () => void sandbox.clearFaults());
	app.put(`${base}/rate`, async (request) => void sandbox.setRate(request.body as RateOptions | false));
	app.post(`${base}/spend/:calls`, async (request) => void sandbox.spend(Number((request.params as { calls: string }).calls)));
	app.put(`${base}/handshake`, async (request) => {
		sandbox.provisioning.handshake = (request.body as { handshake: Handshake }).handshake;
	});
	app.put(`${base}/dialect`, async (request) => void Object.assign(sandbox.dialect, request.body));
	app.delete(`${base}/dialect`, async () => void sandbox.resetDialect());
	app.put(`${base}/delivery`, async (request) => void Object.assign(sandbox.delivery, request.body));
	app.get(`${base}/delivery/idle`, async () => {
		await sandbox.delivery.idle();
		return { idle: true };
	});
	app.put(`${base}/keys/:key/:state`, async (request) => {
		const { key, state } = request.params as { key: keyof Keys; state: string };
		if (state === 'revoked') sandbox.revokeKey(key);
		else sandbox.restoreKey(key);
	});
	app.post(`${base}/act/:name`, async (request, reply) => {
		const act = sandbox.act as unknown as Record<string, ((...values: unknown[]) => unknown) | undefined>;
		const { name } = request.params as { name: string };
		const action = Object.hasOwn(act, name) ? act[name] : undefined;
		if (!action) return await reply.code(404).send();
		return action(...((request.body as unknown[] | undefined) ?? [])) ?? {};
	});
	app.get(`${base}/validate/:code`, async (request, reply) => {
		const known = sandbox.provisioning.visit((request.params as { code: string }).code);
		return await reply.code(known ? 200 : 404).send({ validated: known });
	});
}
