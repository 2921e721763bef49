import { waitFor } from '../../dev/host/wait.mts';
import type { WorkflowJson } from '../../dev/host/workflow.mts';
import { MESSAGES, POOL, useDoor } from './support/door.mts';
import { useHost } from './support/host.mts';
import { StubModel } from './support/model.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The public address of this n8n, as links in mails have it. */
const PUBLIC = 'https://n8n.club.example';

describe('The sequences of the example workflows', () => {
	const host = useHost({ sandbox: { athletes: 30, rate: false }, env: POOL });
	const door = useDoor(host);

	beforeEach(() => (host.sandbox.club.checkIns = new Map()));

	const event = (eventType: string, person: ReturnType<typeof door.people>[number], more: object = {}) => ({
		eventType,
		eventTime: iso(Date.now()),
		ids: { userId: person.UserId },
		athlete: eventType === 'Athlete.Deleted' ? null : person,
		...more,
	});

	const subjects = () => door.mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`).sort();

	/** Takes somebody out of the club until the work is done. */
	const without = async <T,>({ UserId }: { UserId: number }, work: () => Promise<T>): Promise<T> => {
		const { athletes } = host.sandbox.club;
		const left = athletes.get(UserId)!;
		athletes.delete(UserId);
		return await work().finally(() => athletes.set(UserId, left));
	};

	it('first-30-days welcomes who joins, invites who has not come, and stops once they come or leave', async () => {
		const [away, late, gone, older] = door.people();
		const { checkIns } = host.sandbox.club;
		const tell = async (...events: object[]) =>
			expect((await door.runFrom('first-30-days', 'Somebody joins, comes or stays away', events)).error).toBeUndefined();
		await tell(...[away, late, gone].map((person) => event('Athlete.Created', person)));
		await door.ended(3);
		expect(subjects()).toEqual([away, late, gone].map(({ Email, FirstMidName }) => `${Email}: Welcome, ${FirstMidName}`).sort());

		door.mailbox.mails.length = 0;
		// The poll has not seen yet that one came, and one left, in the hour before.
		checkIns!.set(late.UserId, [Date.now() - DAY / 48]);
		await without(gone, async () => await tell(...[away, late, gone, older].map((person) => event('Athlete.NeverCame', person))));
		await door.ended(4);
		expect(subjects()).toEqual([`${away.Email}: Your first visit, ${away.FirstMidName}`]);

		door.mailbox.mails.length = 0;
		checkIns!.set(older.UserId, [Date.now() - DAY / 48]);
		await tell(...[late, older].map((person) => event('Athlete.VisitMilestone', person, { milestone: 1 })));
		await door.ended(5);
		expect(subjects()).toEqual([`${late.Email}: How was your first visit, ${late.FirstMidName}?`]);

		const listed = async () => (await door.rowsOf('First 30 days')).map(({ UserId }) => UserId).sort();
		await tell(event('Athlete.Deleted', gone));
		expect(await listed()).toEqual([away.UserId, late.UserId].sort());
		await door.changed('First 30 days', { Since: iso(Date.now() - 31 * DAY) });
		await tell(event('Athlete.NeverCame', away));
		expect(await door.rowsOf(MESSAGES)).toHaveLength(5);
		await door.runFrom('first-30-days', 'Every night');
		expect(await listed()).toEqual([]);
	});

	it('slipping-away sends what the coach made of a draft, and nothing to who has come or left since, or whom the coach spares', async () => {
		const model = new StubModel();
		await model.start();
		door.credentials.openAiApi = await host.rest.createCredential('Model', { apiKey: 'none', url: model.url }, 'openAiApi');
		const [away, late, gone, spared] = door.people();
		const record = { RollingCheckIns: 1, PriorCheckIns: 9, TotalCheckIns: 0 };
		const workflow = door.prepared('slipping-away');
		const trigger = 'Visits are dropping';
		const pinData = {
			[trigger]: [away, late, gone, spared].map((person) => ({ json: event('Athlete.VisitsDropping', person, { record }) })),
		};
		const { id } = await host.rest.createWorkflow({ ...workflow, pinData: JSON.parse(JSON.stringify(pinData)) });
		expect((await host.rest.runManually(id, trigger)).error).toBeUndefined();
		await waitFor('The drafts', () => door.mailbox.mails.length === 4 || undefined);
		const drafts = door.mailbox.mails.map(({ to, subject, html = '' }) => ({ to, subject, link: /href="([^"]+)"/.exec(html)![1] }));
		expect(new Set(drafts.map(({ to }) => to))).toEqual(new Set(['coach@club.example']));
		const asked = JSON.stringify(model.requests);
		expect(asked).toContain('came 1 times in the last 30 days, and 9 times');
		for (const { Email, LastName } of [away, late, gone, spared]) {
			expect(asked).not.toContain(Email);
			expect(asked).not.toContain(LastName);
		}
		door.mailbox.mails.length = 0;
		const waiting = async () => (await host.rest.executions(id)).filter(({ status }) => status === 'waiting').length;
		await waitFor('The coach', async () => (await waiting()) === 4 || undefined);
		host.sandbox.club.checkIns!.set(late.UserId, [Date.now() - DAY / 48]);
		await without(gone, async () => {
			for (const person of [away, late, gone, spared]) {
				const { link } = drafts.find(({ subject }) => subject.endsWith(` ${person.UserId}`))!;
				const page = link.replaceAll('&amp;', '&');
				expect(await (await fetch(page)).text()).toContain('came 1 times in the last 30 days');
				const body = new FormData();
				body.append('field-0', 'How are you?\n<b>Call me</b>');
				body.append('field-1', person === spared ? 'Do not send' : 'Send');
				expect((await fetch(page, { method: 'POST', body })).status).toBe(200);
			}
			await waitFor('The end', async () => (await waiting()) === 0 || undefined);
			await door.ended(1);
		});
		expect(subjects()).toEqual([`${away.Email}: How are you, ${away.FirstMidName}?`]);
		expect(door.mailbox.mails[0].html).toContain('<p>How are you?<br>&#60;b&#62;Call me&#60;/b&#62;</p>');
		await model.close();
	});

	it('membership-ended-why asks once, keeps the answer of who has the link, and erases who leaves', async () => {
		const id = await door.published(door.prepared('membership-ended-why'));
		const [anna, berit] = door.people();
		const trigger = 'A membership ended';
		const text = JSON.stringify(door.prepared('membership-ended-why'));
		const reachable = JSON.parse(text.replaceAll('$execution.resumeUrl', `'${PUBLIC}/webhook-waiting/1'`)) as WorkflowJson;
		const tell = async (...events: object[]) => await door.runFrom('membership-ended-why', trigger, events, reachable);
		expect((await tell(event('Membership.Ended', anna), event('Membership.Ended', berit))).error).toBeUndefined();
		await door.ended(2);
		expect(subjects()).toEqual(
			[anna, berit].map(({ Email, FirstMidName }) => `${Email}: May we ask why you stopped, ${FirstMidName}?`).sort(),
		);
		const { html = '' } = door.mailbox.mails.find(({ to }) => to === anna.Email)!;
		const [, link, token] = /href="([^"?]+)\?t=([0-9a-f]{32})">/.exec(html)!;
		expect(link).toBe(`${PUBLIC}/form/club-why-you-left`);
		const answer = async (t: string, words: string) => {
			const body = new FormData();
			for (const [field, value] of ['Too expensive', words, t].entries()) body.append(`field-${field}`, value);
			expect((await fetch(link.replace(PUBLIC, host.n8n.url), { method: 'POST', body })).status).toBe(200);
		};
		const answers = async () => (await door.rowsOf('Membership ended')).map(({ UserId, Words }) => [UserId, Words ?? null]);
		await answer('0'.repeat(32), 'Forged');
		await answer('', 'Forged');
		await answer(token, '=1+1');
		await waitFor('The answer', async () => (await answers()).some(([, words]) => words !== null) || undefined);
		expect((await answers()).sort()).toEqual(
			[
				[anna.UserId, "'=1+1"],
				[berit.UserId, null],
			].sort(),
		);
		expect((await tell(event('Athlete.Deleted', anna))).error).toBeUndefined();
		expect(await answers()).toEqual([[berit.UserId, null]]);
		await door.changed('Membership ended', { AskedAt: iso(Date.now() - 366 * DAY) });
		await door.runFrom('membership-ended-why', 'Every night');
		expect(await answers()).toEqual([]);
		await host.rest.deactivate(id);
	});
});
