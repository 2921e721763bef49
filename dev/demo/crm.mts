import Fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import { isLocal } from '../../sandbox/http.mts';

/** A system that workflows write to, such as a CRM. It keeps the bodies it receives, answers with `holds`, and can be down. */
export class Crm {
	readonly received: IDataObject[] = [];
	/** Method and path of each request in `received`, in the same order. */
	readonly requests: string[] = [];
	/** The keys that the requests came with. */
	readonly keys = new Set<unknown>();
	/** The answer to each GET. Every other request gets an empty record. */
	holds: unknown = {};
	down = false;
	/** The status with which it refuses a request, such as `PUT /people/7`, if it does. */
	refuses: (request: string, body: unknown) => number | undefined = () => undefined;
	/** Settles when it may answer a request that it has received. */
	pass: () => Promise<void> = async () => {};
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	/** @param onRequest called for each request with a body, once it is kept */
	constructor(private readonly onRequest: (request: string, body: IDataObject) => void = () => {}) {
		this.app.addHook('onRequest', async (request, reply) => {
			if (!isLocal(request)) return await reply.code(403).send();
		});
		this.app.all('*', async ({ method, url, body, headers }, reply) => {
			this.keys.add(headers['x-crm-key']);
			const refusal = this.down ? 500 : this.refuses(`${method} ${url}`, body);
			if (!refusal && body) this.keep(`${method} ${url}`, body as IDataObject);
			await this.pass();
			return await reply
				.code(refusal ?? 200)
				.type('application/json')
				.send(JSON.stringify(method === 'GET' ? this.holds : {}));
		});
	}

	/** @param port a free one when left out */
	async start(port = 0): Promise<void> {
		this.address = await this.app.listen({ port, host: '127.0.0.1' });
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

	private keep(request: string, body: IDataObject): void {
		this.received.push(body);
		this.requests.push(request);
		this.onRequest(request, body);
	}
}
