import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../../sandbox/index.mts';

/** What the sandbox does against the words of the spec, asked without the nodes. */

let sandbox: Sandbox;
let receiver: Server;
let received: IDataObject[] = [];

const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;

const ask = async (method: string, path: string, body?: unknown) => {
	const response = await fetch(sandbox.url + path, {
		method,
		headers: {
			'X-Sub-Key': sandbox.keys.subscriptionKey,
			Authorization: `Bearer ${sandbox.keys.clubApiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as IDataObject };
};

/** Takes in events and answers handshakes. */
const receiving = () =>
	createServer((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += chunk));
		request.on('end', () => {
			const events = JSON.parse(text) as IDataObject[];
			received.push(...events);
			response.end(JSON.stringify({ validationResponse: (events[0].data as IDataObject).validationCode }));
		});
	});

beforeAll(async () => {
	sandbox = await startSandbox({ athletes: 20, rate: false });
	receiver = receiving();
	await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
	receiver.closeAllConnections();
	receiver.close();
	await sandbox.close();
});

test('an event has the data of its moment, however soon the next change follows (§6.1)', async () => {
	await ask('POST', '/Webhooks/Subscriptions', { Url: address(), EventTypes: ['Athlete.Updated'] });
	await sandbox.delivery.idle();
	received = [];
	const [athlete] = [...sandbox.club.athletes.values()];
	const stages = ['Lead', 'Qualified', 'Prospect'].filter((stage) => stage !== athlete.ClientStage) as Array<typeof athlete.ClientStage>;
	for (const stage of stages) sandbox.act.setClientStage(athlete.UserId, stage);
	await sandbox.delivery.idle();
	expect(received.map(({ data }) => (data as IDataObject).ClientStage).sort()).toEqual([...stages].sort());
});

test('a refused change of a webhook subscription changes nothing (§4.7)', async () => {
	const { body: made } = await ask('POST', '/Webhooks/Subscriptions', { Url: address(), EventTypes: ['Class.Updated'] });
	await sandbox.delivery.idle();
	const path = `/Webhooks/Subscriptions/${String(made.SubscriptionId)}`;
	expect((await ask('PUT', path, { EventTypes: ['Badge.Awarded'], Url: 'http://club.example/events' })).status).toBe(400);
	expect((await ask('GET', path)).body).toMatchObject({ Url: address(), EventTypes: ['Class.Updated'], ProvisioningState: 'Succeeded' });
});
