import Fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { isLocal } from '../../sandbox/http.mts';

/** A system that workflows write to, such as a CRM. It keeps the bodies it receives, and can be down. */
export class Crm {
	readonly received: IDataObject[] = [];
	down = false;
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	constructor() {
		this.app.addHook('onRequest', async (request, reply) => {
			if (!isLocal(request)) return await reply.code(403).send();
		});
		this.app.all('*', async ({ body }, reply) => {
			if (this.down) return await reply.code(500).send({});
			if (body) this.received.push(body as IDataObject);
			return {};
		});
	}

	async start(): Promise<void> {
		this.address = await this.app.listen({ port: 0, host: '127.0.0.1' });
	}

	get url(): string {
		return `${this.address}/`;
	}

	get ids(): string[] {
		return this.received.map(({ id }) => String(id));
	}

	async close(): Promise<void> {
		await this.app.close();
	}
}
