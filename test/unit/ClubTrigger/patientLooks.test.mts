import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { patientLooks } from '../../../nodes/ClubTrigger/patientLooks';
import { resolveSubject } from '../../../nodes/shared/events/resolve';
import { clock } from '../../../nodes/shared/transport/process';
import type { Request } from '../../../nodes/shared/transport/callValues';

describe('patientLooks: the record of a fresh event', () => {
	afterEach(() => jest.restoreAllMocks());

	const LEAD = { UserId: 7, ClientStage: 'Lead', Tags: ['a'], LastVisit: '2026-05-01T08:00:00+00:00' };
	const CLIENT = { ...LEAD, ClientStage: 'Client' };

	/** Resolves an event of a club that shows these records one after the other. @returns the record, and when each read came, in s */
	async function resolved(shown: readonly IDataObject[], data: unknown, eventTime?: string) {
		let now = Date.parse('2026-05-01T08:00:00Z');
		const began = now;
		const reads: number[] = [];
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
			now += ms;
		});
		const send: Request = async () => shown[Math.min(reads.push((now - began) / 1000), shown.length) - 1];
		const event = { eventType: 'Athlete.Updated', eventTime: eventTime ?? new Date(now).toISOString(), data } as IDataObject;
		const functions = { getExecutionCancelSignal: () => undefined } as unknown as IExecuteFunctions;
		const look = patientLooks(functions, send)(event, event.data);
		const { record } = await resolveSubject(send, 'Athletes/7', 'Athlete.Updated', look);
		return { record, reads };
	}

	test('is read again after 2 and 10 seconds while it contradicts the event', async () => {
		expect(await resolved([LEAD, CLIENT], CLIENT)).toEqual({ record: CLIENT, reads: [0, 2] });
		expect(await resolved([LEAD, LEAD, CLIENT], { ClientStage: 'Client' })).toEqual({ record: CLIENT, reads: [0, 2, 10] });
		expect(await resolved([LEAD], CLIENT)).toEqual({ record: LEAD, reads: [0, 2, 10] });
	});

	test.each<[what: string, data: unknown]>([
		['is equal', CLIENT],
		['has a time in another notation', { ...CLIENT, LastVisit: '2026-05-01T10:00:00.000+02:00' }],
		['lacks a property of the event, or has it without a value', { ...CLIENT, Level: 3 }],
		['differs only in lists and objects', { ...CLIENT, Tags: ['b'], Home: { City: 'Oslo' } }],
		['has nothing to compare', null],
	])('is read once if it %s', async (_what, data) => {
		expect(await resolved([CLIENT], data)).toEqual({ record: CLIENT, reads: [0] });
	});

	test('is read once if it has a whole record where the event has a number', async () => {
		const record = { ...CLIENT, Home: { City: 'Oslo' } };
		expect(await resolved([record], { ...CLIENT, Home: 12 })).toEqual({ record, reads: [0] });
	});

	test('all events of an execution share its ten seconds', async () => {
		const [events, slept] = [['7', '8', '9'], [] as number[]];
		let now = Date.parse('2026-05-01T08:00:00Z');
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => void ((now += ms), slept.push(ms)));
		const looks = patientLooks({ getExecutionCancelSignal: () => undefined } as unknown as IExecuteFunctions, async () => {
			now += 3_000;
			return LEAD;
		});
		for (const id of events) {
			const event = { eventType: 'Athlete.Updated', eventTime: new Date(now).toISOString() };
			await resolveSubject(async () => LEAD, `Athletes/${id}`, 'Athlete.Updated', looks(event, CLIENT));
		}
		expect(slept).toEqual([7_000]);
	});

	test('is read once for an event of more than a minute ago', async () => {
		expect(await resolved([LEAD], CLIENT, '2026-05-01T07:58:00Z')).toEqual({ record: LEAD, reads: [0] });
	});
});
