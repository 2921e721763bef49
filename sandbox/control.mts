import type { FastifyInstance } from 'fastify';
import type { Sandbox } from './sandbox.mts';
import type { Fault } from './faults.mts';
import type { RateOptions } from './rate.mts';
import type { Keys } from './credentials.mts';
import type { Handshake } from './provisioning.mts';

/** Remote control of a sandbox in another process. It is not part of the club's API. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const at = '/_sandbox';
	app.get(`${at}/state`, async () => ({
		url: sandbox.url,
		keys: sandbox.keys,
		routes: sandbox.routes,
		athletes: sandbox.club.athletes.size,
	}));
	app.get(`${at}/requests`, async () => sandbox.requests);
	app.get(`${at}/breaches`, async () => sandbox.breaches);
	app.get(`${at}/deliveries`, async () => sandbox.deliveries);
	app.get(`${at}/webhooks`, async () => [...sandbox.club.webhookSubscriptions.values()]);
	app.delete(`${at}/records`, async () => void sandbox.resetRecords());
	app.post(`${at}/faults`, async (request) => void sandbox.inject(request.body as Fault));
	app.delete(`${at}/faults`, async () => void sandbox.clearFaults());
	app.put(`${at}/rate`, async (request) => void sandbox.setRate(request.body as RateOptions | false));
	app.post(`${at}/spend/:calls`, async (request) => void sandbox.spend(Number((request.params as { calls: string }).calls)));
	app.put(`${at}/handshake`, async (request) => {
		sandbox.provisioning.handshake = (request.body as { handshake: Handshake }).handshake;
	});
	app.put(`${at}/dialect`, async (request) => void Object.assign(sandbox.dialect, request.body));
	app.delete(`${at}/dialect`, async () => void sandbox.resetDialect());
	app.put(`${at}/delivery`, async (request) => void Object.assign(sandbox.delivery, request.body));
	app.get(`${at}/delivery/idle`, async () => {
		await sandbox.delivery.idle();
		return { idle: true };
	});
	app.put(`${at}/keys/:key/:state`, async (request) => {
		const { key, state } = request.params as { key: keyof Keys; state: string };
		if (state === 'revoked') sandbox.revokeKey(key);
		else sandbox.restoreKey(key);
	});
	app.post(`${at}/act/:name`, async (request, reply) => {
		const act = sandbox.act as unknown as Record<string, ((...values: unknown[]) => unknown) | undefined>;
		const { name } = request.params as { name: string };
		const action = Object.hasOwn(act, name) ? act[name] : undefined;
		if (!action) return await reply.code(404).send();
		return action(...((request.body as unknown[] | undefined) ?? [])) ?? {};
	});
	app.get(`${at}/validate/:code`, async (request, reply) => {
		const known = sandbox.provisioning.visit((request.params as { code: string }).code);
		return await reply.code(known ? 200 : 404).send({ validated: known });
	});
}
