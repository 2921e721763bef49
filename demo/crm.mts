import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

/** A system beside the club that workflows write to, such as a CRM: keeps what it is told, can be asked what it holds, and can be down. */
export class Crm {
	readonly told: IDataObject[] = [];
	/** Method and path of what it was told, in the same order. */
	readonly requests: string[] = [];
	/** What it answers to whoever asks. */
	holds: unknown = {};
	down = false;
	private server?: Server;

	/** @param hear told of each request with a body, once it is kept */
	constructor(private readonly hear: (request: string, body: IDataObject) => void = () => {}) {}

	/** @param port a free one when left out */
	async start(port = 0): Promise<void> {
		this.server = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += chunk));
			request.on('end', () => {
				if (!this.down && text) this.keep(`${request.method} ${request.url}`, JSON.parse(text) as IDataObject);
				response.writeHead(this.down ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(this.holds));
			});
		});
		await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}/`;
	}

	get ids(): string[] {
		return this.told.map(({ id }) => String(id));
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server?.close(resolve));
	}

	private keep(request: string, body: IDataObject): void {
		this.told.push(body);
		this.requests.push(request);
		this.hear(request, body);
	}
}
