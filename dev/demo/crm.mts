import Fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';

/** A system beside the club that workflows write to, such as a CRM: keeps what it is told, can be asked what it holds, and can be down. */
export class Crm {
	readonly told: IDataObject[] = [];
	/** Method and path of what it was told, in the same order. */
	readonly requests: string[] = [];
	/** What it answers to whoever asks; whoever tells it something gets an empty record. */
	holds: unknown = {};
	down = false;
	private readonly app = Fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	private address = '';

	/** @param hear told of each request with a body, once it is kept */
	constructor(private readonly hear: (request: string, body: IDataObject) => void = () => {}) {
		this.app.all('*', async ({ method, url, body }, reply) => {
			if (!this.down && body) this.keep(`${method} ${url}`, body as IDataObject);
			return await reply
				.code(this.down ? 500 : 200)
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
		return this.told.map(({ id }) => String(id));
	}

	async close(): Promise<void> {
		await this.app.close();
	}

	private keep(request: string, body: IDataObject): void {
		this.told.push(body);
		this.requests.push(request);
		this.hear(request, body);
	}
}
