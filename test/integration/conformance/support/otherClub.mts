import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runNode, type NodeOutcome, type NodeRun } from '../../../support/node.mts';

/** A request as it came. */
export interface Asked {
	/** Method, path and query, the query as it was sent: `GET /Athletes?count=50`. */
	line: string;
	path: string;
	query: URLSearchParams;
	body: unknown;
	headers: IncomingMessage['headers'];
}

/** What this club answers: a body alone is a 200; a text is sent as it is. */
export interface Said {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** A club by another hand: it answers what a test lets it answer, wherever the spec leaves it free. */
export interface OtherClub {
	asked: Asked[];
	answer(how: (asked: Asked) => Said): void;
	run(parameters: NodeRun['parameters'], more?: Partial<NodeRun>): Promise<NodeOutcome>;
	/** What was asked since the last run began. */
	lines(): string[];
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** Starts another club before the tests of a file and closes it after them. */
export function otherClub(): OtherClub {
	const asked: Asked[] = [];
	let how: (asked: Asked) => Said = () => ({ status: 404 });
	let server: Server;
	let url = '';
	beforeAll(async () => {
		server = createServer((request, response) => {
			void textOf(request).then((text) => {
				const [path, search = ''] = (request.url ?? '').split('?');
				const entry: Asked = {
					line: `${request.method} ${request.url}`,
					path,
					query: new URLSearchParams(search),
					body: text ? (JSON.parse(text) as unknown) : undefined,
					headers: request.headers,
				};
				asked.push(entry);
				const { status = 200, body, headers = {} } = how(entry);
				// So much is left that nothing here waits for a minute to pass.
				response.writeHead(status, {
					'x-rateLIMIT-remaining': '100000',
					...(typeof body !== 'string' && body !== undefined && { 'content-type': 'application/json' }),
					...headers,
				});
				response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
			});
		});
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		asked,
		answer: (next) => (how = next),
		async run(parameters, more = {}) {
			asked.length = 0;
			const keys = { subscriptionKey: 'sub', clubApiKey: 'club' } as NodeRun['sandbox']['keys'];
			return await runNode({ sandbox: { url, keys }, parameters, ...more });
		},
		lines: () => asked.map(({ line }) => line),
	};
}
