import type { IDataObject } from 'n8n-workflow';
import { ClubPollTrigger } from '../../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../../nodes/ClubTrigger/ClubTrigger.node';
import { onlyWhenOf } from '../../../nodes/shared/events/panel';
import { testClub } from '../../support/club.mts';
import { search } from '../../support/picker.mts';

const club = testClub({ athletes: 60 });

const offered = async (parameters: IDataObject, filter = '', type: ClubTrigger | ClubPollTrigger = new ClubTrigger()) => {
	const before = club.sandbox.requests.length;
	const { results } = await search(club.sandbox, 'searchEventFields', { type, parameters, filter });
	return { results, fields: results.map(({ value }) => value), calls: club.sandbox.requests.slice(before).map(({ path }) => path) };
};

describe('the fields that Only When offers', () => {
	it('are those of the newest record for the chosen event, the data of the event first', async () => {
		const { results, fields, calls } = await offered({ events: ['Badge.Awarded'] });
		expect(calls).toEqual([expect.stringMatching(/BadgeAwards$/)]);
		expect(fields[0]).toMatch(/^data\./);
		expect(fields).toEqual(
			expect.arrayContaining(['data.AchievedBadgeId', 'data.UserId', 'ids.userId', 'ids.achievedBadgeId', 'eventType']),
		);
		expect(fields.filter((field) => /^(sample|record|athlete)/.test(String(field)))).toEqual([]);
		const labels = results.map(({ name }) => name);
		expect(labels).toEqual(expect.arrayContaining([expect.stringMatching(/^data\.BadgeName \(e\.g\. (Bronze|Silver|Gold)\)$/)]));
	});

	it('are those of the other events if the list of one cannot be read', async () => {
		club.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Trainings' } });
		const { fields } = await offered({ events: ['Training.Created', 'UserSubscription.Updated'] });
		expect(fields).toContain('data.UserClassSubscriptionId');
	});

	it('are searched without another call', async () => {
		await offered({ events: ['Badge.Awarded'] });
		const { fields, calls } = await offered({ events: ['Badge.Awarded'] }, 'achievedbadgeid');
		expect([fields, calls]).toEqual([['data.AchievedBadgeId', 'ids.achievedBadgeId'], []]);
	});

	it('include those of the record and the athlete if the options attach them', async () => {
		const options = { resolveRecord: true, attachAthlete: true };
		const { results, fields } = await offered({ events: ['Badge.Awarded'], options });
		expect(fields).toEqual(expect.arrayContaining(['record.AchievedBadgeId', 'athlete.Email', 'athlete.ClientStage']));
		// n8n stores the label in the workflow, so it says of nobody who they are.
		const labels = results.map(({ name }) => name);
		expect(labels).toEqual(expect.arrayContaining(['athlete.Email', 'athlete.FirstMidName', 'athlete.LastName']));
		expect(labels.join()).not.toContain('@');
	});

	it('are no fields of a class for an event that names none', async () => {
		const { fields, calls } = await offered({ events: ['Class.Updated'] });
		expect([fields.filter((field) => String(field).startsWith('data.')), calls]).toEqual([[], []]);
	});

	it('are empty if the club has no record yet', async () => {
		const { contacts } = club.sandbox.club;
		const all = [...contacts];
		contacts.clear();
		expect((await offered({ events: ['Contact.Updated'] })).fields).toEqual([]);
		for (const [id, contact] of all) contacts.set(id, contact);
	});

	it('are those of each chosen event, with one read of a list', async () => {
		const { fields, calls } = await offered({ events: ['*'] });
		expect(fields).toEqual(expect.arrayContaining(['data.ClientStage', 'data.TrainingId', 'data.AchievedBadgeId']));
		expect(new Set(calls).size).toBeLessThanOrEqual(6);
		expect(calls.length).toBeLessThanOrEqual(8);
	});

	it('of a poll are those of its record', async () => {
		const options = { attachAthlete: true, onlyWhenAll: false };
		const parameters = { events: ['Athlete.StageChanged', 'Athlete.Absent'], firstPoll: 'existing', absenceField: 'Recent', options };
		const { fields } = await offered(parameters, '', new ClubPollTrigger());
		expect(fields[0]).toMatch(/^record\./);
		expect(fields).toEqual(
			expect.arrayContaining(['record.ClientStage', 'previous.ClientStage', 'athlete.Email', 'ids.userId', 'changed']),
		);
	});

	it('are empty until an event is chosen', async () =>
		await expect(offered({ events: [] })).rejects.toThrow('No event is chosen. Choose what starts the workflow in "Trigger On" first.'));

	it('explain an error of the club', async () => {
		const asked = search(club.sandbox, 'searchEventFields', {
			type: new ClubTrigger(),
			parameters: { events: ['Badge.Awarded'] },
			credentials: { clubApiKey: 'revoked' },
		});
		await expect(asked).rejects.toThrow(/keys/);
	});
});

test('a field may be chosen from the list, typed, or in the form of older workflows', () => {
	const field = { __rl: true, mode: 'list', value: 'data.BadgeId', cachedResultName: 'data.BadgeId' };
	const condition = [
		{ field, is: 'exists' },
		{ field: 'data.BadgeId', is: 'exists' },
		{ field: { ...field, value: '' }, is: 'exists' },
	];
	expect(onlyWhenOf({ onlyWhen: { condition } }, 'utc').conditions).toEqual([
		{ field: 'data.BadgeId', is: 'exists' },
		{ field: 'data.BadgeId', is: 'exists' },
	]);
});
