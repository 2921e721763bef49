import { skipWaits } from './matrix/support/time.mts';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import type { IDataObject } from 'n8n-workflow';
import { certificateFor } from '../e2e/support/certificate.mts';
import { locator, runNode } from '../support/node.mts';

skipWaits();

/** The requests that the server of the club has read. */
const received: string[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listen(server: Server): Promise<number> {
	servers.push(server);
	server.on('connection', (socket: Socket) => {
		sockets.add(socket.on('error', () => {}));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** A server that ends each connection like this as soon as it gets a byte. */
const ending = async (end: (socket: Socket) => void) => await listen(createServer((socket) => socket.once('data', () => end(socket))));

/** A club that reads each request and then does this with its connection. */
async function club(after: (socket: Socket) => void): Promise<number> {
	const server = createHttpsServer(certificateFor(['localhost']), (request) => {
		received.push(`${request.method} ${request.url}`);
		after(request.socket);
	});
	return await listen(server);
}

/** A proxy that answers each CONNECT like this. */
async function proxy(answer: (socket: Socket, target: string) => void): Promise<number> {
	const server: HttpServer = createHttpServer();
	server.on('connect', (request, socket) => answer(socket as Socket, request.url ?? ''));
	return await listen(server);
}

const saying = (text: string) => async () => await proxy((socket) => socket.end(`HTTP/1.1 ${text}\r\n\r\n`));

const tunnel = async () =>
	await proxy((socket, target) => {
		const to = connect(Number(target.split(':')[1]), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
		socket.pipe(to.on('error', () => socket.destroy())).pipe(socket);
	});

const hanging = (socket: Socket): void => void socket;
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const drop = (socket: Socket): void => void socket.destroy();

interface Stage {
	/** The port of the club, or its whole address. */
	at: () => Promise<number | string>;
	through?: () => Promise<number>;
	trusts?: boolean;
	/** Whether n8n gives up first. */
	gaveUp?: boolean;
	message: RegExp;
}

/** Each stage of a request at which it can fail. */
const STAGES: Readonly<Record<string, Stage>> = {
	'the name is unknown': { at: async () => 'https://no-such-club.invalid', message: /cannot be reached/ },
	'nothing listens': { at: async () => 1, message: /cannot be reached/ },
	'the handshake is reset': { at: async () => await ending(reset), message: /did not answer/ },
	'the handshake is closed': { at: async () => await ending((socket) => void socket.end()), message: /did not answer/ },
	'the handshake does not end': { at: async () => await ending(hanging), gaveUp: true, message: /did not answer/ },
	'the server does not encrypt': { at: async () => await listen(createHttpServer()), message: /cannot be reached/ },
	'the certificate is not trusted': { at: async () => await club(drop), trusts: false, message: /cannot be reached/ },
	'the proxy is not there': { at: async () => await club(drop), through: async () => 1, message: /cannot be reached/ },
	'the proxy wants a password': {
		at: async () => await club(drop),
		through: saying('407 Proxy Authentication Required'),
		message: /^The proxy between n8n and the club answered 407/,
	},
	'the proxy forbids it': {
		at: async () => await club(drop),
		through: saying('403 Forbidden'),
		message: /^The proxy between n8n and the club answered 403/,
	},
	'the proxy does not know it': {
		at: async () => await club(drop),
		through: saying('404 Not Found'),
		message: /^The proxy between n8n and the club answered 404/,
	},
	'the proxy is overloaded': {
		at: async () => await club(drop),
		through: saying('503 Service Unavailable\r\nContent-Type: text/html\r\n\r\n<h1>squid</h1>'),
		message: /^The proxy between n8n and the club answered 503: squid/,
	},
	'the proxy closes the connection': {
		at: async () => await club(drop),
		through: async () => await proxy(drop),
		message: /cannot be reached/,
	},
	'the proxy does not answer': {
		at: async () => await club(drop),
		through: async () => await proxy(hanging),
		gaveUp: true,
		message: /did not answer/,
	},
	'the handshake behind a proxy is reset': { at: async () => await ending(reset), through: tunnel, message: /did not answer/ },
	'the request is sent': { at: async () => await club(drop), message: /did not answer/ },
	'the request is sent through a proxy': { at: async () => await club(drop), through: tunnel, message: /did not answer/ },
	'the answer does not come': { at: async () => await club(hanging), gaveUp: true, message: /did not answer/ },
	'the headers are cut': {
		at: async () => await club((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-')),
		message: /did not answer/,
	},
	'the body is cut': {
		at: async () => await club((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"')),
		message: /did not answer/,
	},
};

const variables = ['HTTPS_PROXY', 'NO_PROXY'] as const;
const before = variables.map((name) => process.env[name]);
const realConnect = tls.connect.bind(tls) as (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket;
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
let trusts = true;

beforeEach(() => {
	received.length = 0;
	process.env.NO_PROXY = '';
	jest
		.spyOn(tls, 'connect')
		.mockImplementation(((options: tls.ConnectionOptions, ...rest: unknown[]) =>
			realConnect({ ...options, ...(trusts && { rejectUnauthorized: false }) }, ...rest)) as never);
});
afterEach(async () => {
	jest.mocked(tls.connect).mockRestore();
	variables.forEach((name, at) => {
		if (before[at] === undefined) delete process.env[name];
		else process.env[name] = before[at];
	});
	for (const socket of sockets) socket.destroy();
	await Promise.all(servers.splice(0).map(async (server) => await new Promise((resolve) => server.close(resolve))));
});

const POST = { resource: 'booking', operation: 'create', classId: locator('id', 7), userId: locator('id', 7) };
const PUT = { resource: 'athlete', operation: 'setGuest', userId: locator('id', 7), isGuest: true };
const keys = { subscriptionKey: 'network-subscription-key', clubApiKey: 'network-club-key' };

describe.each(Object.entries(STAGES))('where %s', (_, { at, through, trusts: trusting = true, gaveUp, message }) => {
	test.each<[string, IDataObject]>([
		['POST', POST],
		['PUT', PUT],
	])('an error of a %s says truly whether it was sent', async (method, parameters) => {
		trusts = trusting;
		const place = await at();
		process.env.HTTPS_PROXY = through ? `http://127.0.0.1:${await through()}` : '';
		// The time limit of a call is a minute.
		const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => realTimeout(gaveUp ? 100 : ms));
		const url = typeof place === 'string' ? place : `https://127.0.0.1:${place}`;
		const { error } = await runNode({ sandbox: { url, keys: keys as never }, parameters, credentials: keys });
		limits.mockRestore();
		const isSent = received.some((request) => request.startsWith(method));
		expect(error?.message).toMatch(message);
		expect(error?.description?.includes('ETIMEDOUT')).toBe(gaveUp === true);
		expect(/may have been applied/.test(error?.description ?? '')).toBe(isSent);
		expect(/Nothing was sent\./.test(error?.description ?? '')).toBe(!isSent);
	});
});
