import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/index.mts';

/** An answer of the club. */
export interface Answer {
	status: number;
	/** The body, parsed where it is JSON. */
	body: IDataObject;
	text: string;
	headers: Headers;
}

/** A sandbox for the tests of one file, in its default dialect before each, and asked without the nodes. */
export function server(options: SandboxOptions = {}) {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ athletes: 50, rate: false, ...options });
	});
	beforeEach(() => {
		sandbox.clearFaults();
		sandbox.resetRecords();
		sandbox.resetDialect();
	});
	afterAll(async () => await sandbox.close());
	const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
		const response = await fetch(sandbox.url + path, {
			method,
			headers: {
				'X-Sub-Key': sandbox.keys.subscriptionKey,
				Authorization: `Bearer ${sandbox.keys.clubApiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify(body),
		});
		const text = await response.text();
		const json = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
		return { status: response.status, body: (json ? JSON.parse(text) : {}) as IDataObject, text, headers: response.headers };
	};
	return {
		get sandbox() {
			return sandbox;
		},
		ask,
		/** The rows of a list, whether it comes as a page or as an array. */
		async rows(path: string): Promise<IDataObject[]> {
			const { body } = await ask('GET', path);
			return (Array.isArray(body) ? body : body.Results) as IDataObject[];
		},
	};
}

/** An endpoint that answers handshakes and takes events, before the tests of a file until after them. */
export function receiver() {
	const received: IDataObject[] = [];
	let http: Server;
	beforeAll(async () => {
		http = createServer((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += chunk));
			request.on('end', () => {
				const events = JSON.parse(text) as IDataObject[];
				received.push(...events);
				response.end(JSON.stringify({ validationResponse: (events[0].data as IDataObject).validationCode }));
			});
		});
		await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
	});
	beforeEach(() => received.splice(0));
	afterAll(() => {
		http.closeAllConnections();
		http.close();
	});
	return { received, address: () => `http://127.0.0.1:${(http.address() as AddressInfo).port}/events` };
}
