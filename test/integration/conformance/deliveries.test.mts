import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../../sandbox/index.mts';
import { dialectOfRun } from '../../support/dialect.mts';
import { TriggerHost } from '../trigger/host.mts';

/** Deliveries as §6.1 allows them, however little a sender takes from what it leaves open. */

let sandbox: Sandbox;
let host: TriggerHost;

beforeAll(async () => {
	sandbox = await startSandbox({ athletes: 50, rate: false, dialect: dialectOfRun({ provisioningSeconds: '0' }) });
});
afterAll(async () => await sandbox.close());
beforeEach(async () => {
	host = await TriggerHost.start({ sandbox, events: ['*'] });
	await host.activate();
});
afterEach(async () => await host.close());

const deliver = async (...events: IDataObject[]): Promise<number> => {
	const { status } = await fetch(host.destination, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(events),
	});
	await host.idle();
	return status;
};

const training = { eventType: 'Training.Created', subject: 'Trainings/5', data: { TrainingId: 5 } };

describe('a delivery', () => {
	test('whose event ids are numbers starts the workflow, once for each id', async () => {
		expect(await deliver({ ...training, id: 1 }, { ...training, id: 2 })).toBe(200);
		expect(await deliver({ ...training, id: 1 })).toBe(200);
		expect(host.handled).toEqual([
			{ ...training, id: 1, ids: { trainingId: 5 } },
			{ ...training, id: 2, ids: { trainingId: 5 } },
		]);
	});

	test('without topic, times and versions, or with null in their place, is complete', async () => {
		const bare = { id: 'a', eventType: 'Class.Updated' };
		const empty = {
			id: 'b',
			eventType: 'Class.Updated',
			topic: null,
			subject: null,
			data: null,
			eventTime: null,
			dataVersion: null,
			metadataVersion: null,
		};
		expect(await deliver(bare, empty)).toBe(200);
		expect(host.handled).toEqual([
			{ ...bare, ids: {} },
			{ ...empty, ids: {} },
		]);
	});
});
