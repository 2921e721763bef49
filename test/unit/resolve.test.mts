import type { IDataObject } from 'n8n-workflow';
import { readProduct } from '../../nodes/shared/records/memberships';
import { ClubError } from '../../nodes/shared/transport/errors';
import type { Request } from '../../nodes/shared/transport/send';
import { resolveSubject } from '../../nodes/shared/records/resolve';

/** A club that answers every call the same; an error is thrown. */
function clubOf(answer: unknown) {
	const calls: unknown[] = [];
	const send: Request = async (call, values) => {
		calls.push([call, values]);
		if (answer instanceof Error) throw answer;
		return answer as IDataObject;
	};
	return { send, calls };
}

const absent = () => new ClubError('None', { description: '', status: 404 });

describe('the record behind an event', () => {
	test('is read by its ids', async () => {
		const { send, calls } = clubOf({ TrainingId: 8 });
		expect(await resolveSubject(send, 'Trainings/8', 'Training.Created')).toEqual({ ids: { trainingId: 8 }, record: { TrainingId: 8 } });
		expect(calls).toEqual([['GET /Trainings/{trainingId}', { params: { trainingId: 8 } }]]);
	});

	test.each([
		['Subscriptions/11', { fromId: 11, toId: 11, count: 1 }],
		['Subscriptions/11/Plans', { fromId: 11, toId: 11, count: 1, withPlans: true }],
	])('of %s is a row of the catalogue', async (subject, query) => {
		const record = { ClassSubscriptionId: 11, Plans: [] };
		const { send, calls } = clubOf({ Results: [record] });
		expect(await resolveSubject(send, subject, 'Subscription.Updated')).toEqual({ ids: { subscriptionId: 11 }, record });
		expect(calls).toEqual([['GET /Subscriptions', { query }]]);
	});

	test('that is gone leaves what to do instead', async () => {
		for (const [club, subject] of [
			[clubOf(absent()), 'Trainings/8'],
			[clubOf({ Results: [] }), 'Subscriptions/8'],
		] as const) {
			const { record, advice, ids } = await resolveSubject(club.send, subject, 'Some.Updated');
			expect([record, Object.values(ids)]).toEqual([null, [8]]);
			expect(advice).toMatch(/gone|not in the catalogue/);
		}
	});

	test.each([
		['Trainings/8', 'Training.Deleted', 0],
		['UserSubscriptions/8', 'UserSubscription.Deleted', 0],
		['Subscriptions/8', 'Subscription.Deleted', 0],
		['Subscriptions/8', 'Subscription.Deleted.Not', 1],
		['Athletes/8', 'Athlete.Deleted', 1],
		['Contacts/8', 'Contact.Deleted', 1],
		['Classes/8/Participants/9', 'ClassParticipant.Deleted', 1],
	])('%s after %s takes %d calls', async (subject, eventType, calls) => {
		const club = clubOf(absent());
		expect(await resolveSubject(club.send, subject, eventType)).toMatchObject({ record: null, advice: expect.any(String) as string });
		expect(club.calls).toHaveLength(calls);
	});

	test('of many classes is none, which is not the same as one that is gone', async () => {
		const { send, calls } = clubOf({});
		const resolved = await resolveSubject(send, 'Classes', 'Class.Updated');
		expect(resolved).toEqual({ ids: {}, advice: expect.stringContaining('Get Calendar') as string });
		expect(calls).toEqual([]);
	});

	test('of a subject that nobody documents is not asked for', async () => {
		const { send, calls } = clubOf({});
		expect(await resolveSubject(send, 'Lockers/8', 'Locker.Opened')).toEqual({
			ids: {},
			advice: 'The API does not document this subject, so there is no record to read. See the data of the event for what is known.',
		});
		expect(calls).toEqual([]);
	});

	test('that cannot be read now is an error', async () => {
		const away = new ClubError('Away', { description: '', status: 503 });
		await expect(resolveSubject(clubOf(away).send, 'Trainings/8', 'Training.Created')).rejects.toBe(away);
	});
});

describe('a product', () => {
	test('is looked for page by page where the catalogue ignores the bounds, and none other is taken for it', async () => {
		const products = Array.from({ length: 1200 }, (_, index) => ({ ClassSubscriptionId: index + 1 }));
		const send = jest.fn<ReturnType<Request>, Parameters<Request>>(async (_call, { query = {} } = {}) => {
			const start = Number(query.cursor ?? 0);
			const Results = products.slice(start, start + Number(query.count));
			return { Results, NextCursor: String(start + Results.length), Continue: Results.length === query.count };
		});
		expect(await readProduct(send, 777)).toEqual({ ClassSubscriptionId: 777 });
		expect(send).toHaveBeenCalledTimes(3);
		expect(await readProduct(send, 7777)).toBeUndefined();
	});

	test('is looked for the way that the catalogue goes, where that ignores the bounds', async () => {
		const products = Array.from({ length: 1200 }, (_, index) => ({ ClassSubscriptionId: 1200 - index }));
		const send = jest.fn<ReturnType<Request>, Parameters<Request>>(async (_call, { query = {} } = {}) => {
			const start = Number(query.cursor ?? 0);
			const Results = products.slice(start, start + Number(query.count));
			const leads = { PrevCursor: String(start + Results.length), NextCursor: String(Math.max(0, start - Number(query.count))) };
			return { Results, ...leads, Continue: Results.length === query.count };
		});
		expect(await readProduct(send, 77)).toEqual({ ClassSubscriptionId: 77 });
		expect(send).toHaveBeenCalledTimes(4);
	});

	test('costs one call where it is there, whatever else the catalogue gives with it, and where there is none', async () => {
		for (const rows of [[{ ClassSubscriptionId: 2 }, { ClassSubscriptionId: 3 }], []]) {
			const { send, calls } = clubOf({ Results: rows });
			expect(await readProduct(send, 3)).toEqual(rows[1]);
			expect(calls).toHaveLength(1);
		}
	});

	describe('with its plans', () => {
		const read = async (row: IDataObject, own: IDataObject | Error) => {
			const calls: string[] = [];
			const send: Request = async (call) => {
				calls.push(call);
				if (call === 'GET /Subscriptions') return { Results: [{ ClassSubscriptionId: 3, ...row }] };
				if (own instanceof Error) throw own;
				return own;
			};
			return [await readProduct(send, 3, true), calls.length];
		};
		const plan = { ClassSubscriptionPlanId: 31 };
		const whole = { ClassSubscriptionId: 3, Plans: [plan] };

		test.each<IDataObject>([{ Plans: [] }, { ClassSubscriptionPlans: [] }, { Offers: [plan] }])('is a row that has %j', async (row) => {
			expect(await read(row, absent())).toEqual([{ ClassSubscriptionId: 3, ...row }, 1]);
		});

		test.each<IDataObject>([{}, { Plans: null }, { Tags: ['a', null] }, { PlansBefore: [] }])(
			'is read by itself where the row has %j alone',
			async (row) => expect(await read(row, whole)).toEqual([whole, 2]),
		);

		test.each([absent(), new ClubError('', { description: '', status: 400 }), { ClassSubscriptionId: 4, Plans: [plan] }])(
			'stays the row where no such read gives it (%#)',
			async (own) => expect(await read({ Name: 'Gold' }, own)).toEqual([{ ClassSubscriptionId: 3, Name: 'Gold' }, 2]),
		);

		test.each([new ClubError('', { description: '', status: 503 }), Object.assign(new Error('bug'), { status: 404 })])(
			'is an error where it cannot be read (%#)',
			async (own) => await expect(read({}, own)).rejects.toBe(own),
		);
	});

	test('is the one row between two equal bounds, or none', async () => {
		const { send, calls } = clubOf([{ ClassSubscriptionId: 3 }]);
		expect(await readProduct(send, 3)).toEqual({ ClassSubscriptionId: 3 });
		expect(await readProduct(clubOf([]).send, 3, true)).toBeUndefined();
		expect(calls).toEqual([['GET /Subscriptions', { query: { fromId: 3, toId: 3, count: 1 } }]]);
	});
});
