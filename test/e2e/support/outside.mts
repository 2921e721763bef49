import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { certificateFor } from './certificate.mts';

/** A request to another product. */
export interface OutsideRequest {
	method: string;
	/** Decoded, without the query. */
	path: string;
	query: Record<string, string>;
	/** Of JSON or of a form. */
	body: IDataObject;
	headers: IncomingMessage['headers'];
}

/** What a product answers; `body` is JSON. */
export interface OutsideAnswer {
	status?: number;
	body?: unknown;
}

/** The API of a product, as far as the example workflows use it. Gives nothing for a call that it does not know. */
export interface StandIn {
	readonly hosts: readonly string[];
	answer(request: OutsideRequest): OutsideAnswer | undefined;
}

/** Where n8n itself asks for its lists of nodes when it starts; it does without them. */
const N8N = 'api.n8n.io:';

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

const bodyOf = (text: string, type = ''): IDataObject =>
	(text === '' ? {} : type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))) as IDataObject;

/** The internet as an n8n sees it through its proxy: these products, with their own addresses over TLS, and nothing else. */
export class Outside {
	/** What n8n's environment needs, from `start` on. */
	readonly env: NodeJS.ProcessEnv = {};
	/** Calls that nobody answered. */
	readonly refused: string[] = [];
	private readonly folder = mkdtempSync(join(tmpdir(), 'outside-'));
	private readonly certificate: ReturnType<typeof certificateFor>;
	private readonly products: ReturnType<typeof createTlsServer>;
	private readonly proxy = createServer((_request, response) => response.writeHead(405).end());
	private readonly sockets = new Set<Socket>();

	constructor(private readonly standIns: readonly StandIn[]) {
		this.certificate = certificateFor(standIns.flatMap(({ hosts }) => hosts));
		this.products = createTlsServer(this.certificate, (request, response) => void this.reply(request, response));
		this.proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
			this.sockets.add(socket);
			socket.on('error', () => socket.destroy());
			if (!this.standInAt(url.replace(/:443$/, ''))) {
				if (!url.startsWith(N8N)) this.refused.push(`CONNECT ${url}`);
				socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
				return;
			}
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			this.products.emit('connection', socket);
		});
	}

	async start(): Promise<void> {
		const file = join(this.folder, 'certificate.pem');
		writeFileSync(file, this.certificate.cert);
		await new Promise<void>((resolve) => this.proxy.listen(0, '127.0.0.1', resolve));
		const { port } = this.proxy.address() as AddressInfo;
		Object.assign(this.env, {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: file,
		});
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.proxy.close(resolve));
		rmSync(this.folder, { recursive: true, force: true });
	}

	private standInAt(host: string): StandIn | undefined {
		return this.standIns.find(({ hosts }) => hosts.includes(host));
	}

	private async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', headers } = request;
		const { host, pathname, searchParams } = new URL(`https://${headers.host}${request.url}`);
		const asked = {
			method,
			path: decodeURIComponent(pathname),
			query: Object.fromEntries(searchParams),
			body: bodyOf(await textOf(request), headers['content-type']),
			headers,
		};
		const answer = this.standInAt(host)?.answer(asked);
		if (!answer) this.refused.push(`${method} https://${host}${asked.path}`);
		const { status = 200, body } = answer ?? { status: 501, body: { message: 'The stand-in does not know this call' } };
		response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body));
	}
}
