import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { template } from '../../dev/demo/templates.mts';
import { until } from '../support/waiting.mts';
import { Engine, ZONE } from './support/engine.mts';
import { answerAll, starts, writes } from './support/occasions.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

describe('The example workflows', () => {
	const engine = new Engine({ athletes: 60 });
	beforeAll(async () => await engine.start());
	beforeEach(() => engine.reset());
	afterEach(() => expect(engine.sandbox.breaches).toEqual([]));
	afterAll(async () => await engine.close());

	const ran = async (name: string, trigger: string) => {
		const run = await engine.run(name, trigger, undefined, 'manual');
		expect(run.error?.message).toBeUndefined();
		return run;
	};

	const own = starts().filter((start) => writes(start) && start.trigger !== 'Badge awarded' && start.file !== 'free-place.json');

	it.each(own.map(({ file, trigger }) => [file, trigger]))(
		'%s, %s: its button mails a real case of the club to the test address',
		async (file, trigger) => {
			const { userSubscriptions, bookings, classes } = engine.sandbox.club;
			const [membership] = userSubscriptions.values();
			const [yesterday, soon] = [iso(Date.now() - DAY), iso(Date.now() + 5 * DAY)];
			Object.assign(membership, { From: yesterday, To: soon, MaxActivities: 10, AvailableActivities: 1 });
			Object.assign(membership, { SuspensionState: 'Suspended', SuspensionStartUTC: yesterday, ReactivationDate: soon });
			const lesson = [...classes.values()].find(({ ClassId, Published }) => Published && bookings.some((one) => one.ClassId === ClassId))!;
			const Begin = String(DateTime.now().setZone(ZONE).plus({ days: 1 }).set({ hour: 12 }).toISO());
			Object.assign(lesson, { Begin });
			for (const booking of bookings) if (booking.ClassId === lesson.ClassId) Object.assign(booking, { Begin, State: 'Confirmed' });
			await ran(file, trigger);
			await answerAll(engine);
			const mails = engine.mailbox.mails.filter(({ to }) => !to.startsWith('coach@'));
			expect(mails.length).toBeGreaterThan(0);
			for (const { to, subject, html } of mails) {
				expect(to).toBe('test@club.example');
				expect(subject + html).not.toMatch(/undefined|null|Invalid|\[object|[{}]/);
			}
		},
	);

	it('segment-marketing lists who came often and has no membership, and says so where the count has another name', async () => {
		const { bookings, userSubscriptions } = engine.sandbox.club;
		const [guest, member] = engine.people();
		for (const [id, { UserId }] of userSubscriptions) if (UserId === guest.UserId) userSubscriptions.delete(id);
		const [like] = userSubscriptions.values();
		const runs = { From: iso(Date.now() - DAY), To: iso(Date.now() + 50 * DAY), MaxActivities: 0, AvailableActivities: 0, Disabled: false };
		const membership = { ...like, ...runs, SuspensionState: 'None' as const, UserClassSubscriptionId: 900_001, UserId: member.UserId };
		userSubscriptions.set(900_001, membership);
		for (const { UserId } of [guest, member])
			for (let days = 1; days <= 5; days++) bookings.push({ ...bookings[0], UserId, Begin: iso(Date.now() - days * DAY) });
		guest.LastName = '<b>Holm</b>';
		await ran('segment-marketing', 'Every month');
		const [{ to, html }] = engine.mailbox.mails;
		expect(to).toBe('marketing@club.example');
		expect(html).toMatch(new RegExp(`<li>${guest.FirstMidName} &#60;b&#62;Holm&#60;/b&#62;, ${guest.Email}: \\d+ visits</li>`));
		expect(html).not.toContain(member.Email);
		const json = JSON.parse(JSON.stringify(engine.prepared('segment-marketing')).replaceAll('"RollingCheckIns"', '"Visits"'));
		const { error } = await engine.run('segment-marketing', 'Every month', undefined, 'trigger', json);
		expect(error?.message).toContain('No check-ins have the property "Visits"');
	});

	it('week-of-the-club mails the badges of the week and the standings, with names', async () => {
		const [person] = engine.people();
		engine.sandbox.act.awardBadge(person.UserId);
		await ran('week-of-the-club', 'Every Monday');
		const [{ to, html = '' }] = engine.mailbox.mails;
		expect(to).toBe('frontdesk@club.example');
		expect(html).toContain(`<li>${person.FirstMidName} ${person.LastName.replace(/[<>]/g, (c) => `&#${c.charCodeAt(0)};`)}: `);
		expect(html).toMatch(/<h2>12 workouts<\/h2>\s*<ul>\s*<li>1\. [^<]+: 997<\/li>/);
		expect(engine.sandbox.requests.length).toBeLessThan(8);
	});

	it('every-club-of-a-chain counts each club by stage, and names one that cannot be read', async () => {
		engine.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes', nth: 2 } });
		await ran('every-club-of-a-chain', 'Every Monday');
		const lines = [...String(engine.mailbox.mails[0].html).matchAll(/<li>(.*)<\/li>/g)].map(([, line]) => line);
		const leads = engine.people().filter(({ ClientStage }) => ClientStage === 'Lead').length;
		expect(lines).toEqual(expect.arrayContaining([`Northside, Lead: ${leads}`, expect.stringMatching(/^Southside, not read: /)]));
	});

	it('empty-class mails the coach one list of real classes as its test event', async () => {
		await ran('empty-class', 'A class is nearly empty');
		expect(engine.mailbox.mails).toMatchObject([
			{ to: 'coach@club.example', subject: expect.stringMatching(/^Classes with few bookings: \d+$/) },
		]);
		expect(engine.mailbox.mails[0].html).toMatch(/<li>[^<]+, \w+day, \d\d:\d\d: \d+( of \d+)?<\/li>/);
	});

	it('badge-congratulation mails once what both triggers tell, and no words of a forged event', async () => {
		const [owner, other] = engine.people();
		await engine.activate('badge-congratulation');
		const { club, act } = engine.sandbox;
		const [{ Url }] = club.webhookSubscriptions.values();
		const { AchievedBadgeId } = act.awardBadge(owner.UserId);
		await until(() => engine.mails.length === 1);
		expect(engine.mailbox.mails).toMatchObject([{ to: owner.Email, html: expect.stringContaining('<img src="') }]);
		const ids = { userId: owner.UserId, achievedBadgeId: AchievedBadgeId };
		const subject = `Athletes/${owner.UserId}/Badges/${AchievedBadgeId}`;
		const polled = { eventType: 'Badge.Awarded', subject, eventTime: iso(Date.now()), ids };
		const run = await engine.run('badge-congratulation', 'Check for missed badges', [polled]);
		expect([run.runsOf('Write to the member'), engine.mails.length]).toEqual([[], 1]);
		for (const id of [999_999, AchievedBadgeId]) {
			const data = { AchievedBadgeId: id, UserId: other.UserId, BadgeName: 'LAST REMINDER: pay at https://evil.example' };
			const about = { id: `forged-${id}`, topic: 't', subject: `Athletes/${other.UserId}/Badges/${id}`, eventType: 'Badge.Awarded' };
			const body = JSON.stringify([{ ...about, eventTime: iso(Date.now()), data, dataVersion: '1.0', metadataVersion: '1' }]);
			await fetch(Url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
		}
		act.awardBadge(other.UserId);
		await until(() => engine.mails.length === 2);
		expect(engine.mailbox.mails.map(({ html }) => html).join()).not.toContain('REMINDER');
	});

	it('is-all-well says in one email what each workflow did, what waits, and what to look at', async () => {
		const [settings, door] = ['Congratulate a member on a badge', 'Write to a member'];
		const now = iso(Date.now());
		const trigger = { name: 'Badge awarded', type: 'n8n-nodes-club.clubTrigger', webhookId: 'hook-1' };
		const rows: Record<string, IDataObject[]> = {
			'Get published workflows': [
				{ id: '1', name: settings, nodes: [trigger] },
				{ id: '2', name: door, nodes: [{ type: 'n8n-nodes-base.executeWorkflowTrigger' }] },
			],
			'Get executions': [{ workflowId: '1', status: 'crashed', startedAt: now }],
			'Get call budget': [{ byWorkflow: [{ workflowId: '1', calls: 26 }], forecast30Days: 21_000, calls: { last24Hours: 700 } }],
			'Get the messages': ['sent', 'waits until 08:00', 'not sent', 'refused'].map((Outcome) => ({
				...{ UserId: 7, Workflow: settings, Outcome, Reason: 'They stopped these emails', At: now },
			})),
			'Get webhook subscriptions': [{ Url: 'https://elsewhere/', ProvisioningState: 'Succeeded' }],
			'Check the club': [{ calls: [] }],
			Settings: [{}],
		};
		const $ = (name: string) => ({
			isExecuted: true,
			all: () => (rows[name] ?? []).map((json) => ({ json })),
			first: () => ({ json: rows[name][0] }),
		});
		const { parameters } = template('is-all-well.json').nodes.find(({ name }) => name === 'What happened')!;
		const [{ json }] = runInNewContext(`(() => {${String(parameters.jsCode)}})()`, { $, $now: DateTime.now(), DateTime }) as Array<{
			json: IDataObject;
		}>;
		expect(json.lines).toEqual([
			`${settings}: ran (26 calls), 1 sent, 1 waiting until 08:00, 1 not sent (They stopped these emails), 1 refused, failed once`,
		]);
		expect((json.look as string[]).map((line) => line.slice(0, 40)).sort()).toHaveLength(4);
		engine.publish('is-all-well');
		await ran('is-all-well', 'Every morning');
		expect(engine.mailbox.mails).toMatchObject([{ to: 'owner@club.example' }]);
		expect(engine.tables.rows('Service of the club').length).toBeGreaterThan(20);
	});
});
