import type { IDataObject } from 'n8n-workflow';
import { until } from '../support/waiting.mts';
import { useEngine } from './support/engine.mts';
import { DAY, iso } from './support/occasions.mts';

describe('The example workflows', () => {
	const engine = useEngine({ athletes: 60 });

	const ran = async (name: string, trigger: string) => {
		const run = await engine.run(name, trigger, undefined, 'manual');
		expect(run.error?.message).toBeUndefined();
		return run;
	};

	it('segment-marketing lists who came often and has no membership, and says so where the count has another name', async () => {
		const { bookings, userSubscriptions } = engine.sandbox.club;
		const [guest, member] = engine.people();
		for (const [id, { UserId }] of userSubscriptions) if (UserId === guest.UserId) userSubscriptions.delete(id);
		const [membership] = userSubscriptions.values();
		const runs = { From: iso(Date.now() - DAY), To: iso(Date.now() + 50 * DAY), MaxActivities: 0, AvailableActivities: 0, Disabled: false };
		Object.assign(membership, runs, { SuspensionState: 'None', UserId: member.UserId });
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
		person.LastName = '<b>Holm</b>';
		engine.sandbox.act.awardBadge(person.UserId);
		await ran('week-of-the-club', 'Every Monday');
		const [{ to, html = '' }] = engine.mailbox.mails;
		expect(to).toBe('frontdesk@club.example');
		expect(html).toContain(`<li>${person.FirstMidName} &#60;b&#62;Holm&#60;/b&#62;: `);
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

	it('badge-congratulation mails once what both triggers tell', async () => {
		const [owner] = engine.people();
		await engine.activate('badge-congratulation');
		const { AchievedBadgeId } = engine.sandbox.act.awardBadge(owner.UserId);
		await until(() => engine.mails.length === 1);
		expect(engine.mailbox.mails).toMatchObject([{ to: owner.Email, html: expect.stringContaining('<img src="') }]);
		const ids = { userId: owner.UserId, achievedBadgeId: AchievedBadgeId };
		const subject = `Athletes/${owner.UserId}/Badges/${AchievedBadgeId}`;
		const polled = { eventType: 'Badge.Awarded', subject, eventTime: iso(Date.now()), ids };
		const run = await engine.run('badge-congratulation', 'Check for missed badges', [polled]);
		expect([run.runsOf('Write to the member'), engine.mails.length]).toEqual([[], 1]);
	});

	it('is-all-well says in one email what each workflow did, what waits, and what to look at', async () => {
		const [Workflow, At] = ['Congratulate a member on a badge', iso(Date.now())];
		const trigger = { name: 'Badge awarded', type: 'n8n-nodes-club.clubTrigger', webhookId: 'hook-1' };
		const answers: Record<string, IDataObject[]> = {
			'Get published workflows': [
				{ id: '1', name: Workflow, nodes: [trigger] },
				{ id: '2', name: 'Write to a member', nodes: [{ type: 'n8n-nodes-base.executeWorkflowTrigger' }] },
			],
			'Get executions': [{ workflowId: '1', status: 'crashed', startedAt: At }],
			'Get call budget': [{ byWorkflow: [{ workflowId: '1', calls: 26 }], forecast30Days: 21_000, calls: { last24Hours: 700 } }],
			'Get webhook subscriptions': [{ Url: 'https://elsewhere/', ProvisioningState: 'Succeeded' }],
		};
		const message = { UserId: 7, Workflow, Reason: 'They stopped these emails', At };
		const outcomes = ['sent', 'waits until 08:00', 'not sent', 'refused'];
		engine.tables.insert(
			'Club messages',
			outcomes.map((Outcome) => ({ ...message, Outcome })),
		);
		const json = engine.prepared('is-all-well');
		for (const node of json.nodes.filter(({ name }) => name in answers)) {
			const jsCode = `return ${JSON.stringify(answers[node.name])}`;
			Object.assign(node, { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } });
		}
		const run = await engine.run('is-all-well', 'Every morning', undefined, 'trigger', json);
		const [{ lines, look }] = run.rowsOf('What happened');
		expect(lines).toEqual([
			`${Workflow}: ran (26 calls), 1 sent, 1 waiting until 08:00, 1 not sent (They stopped these emails), 1 refused, failed once`,
		]);
		expect(look).toHaveLength(4);
		expect(engine.tables.rows('Service of the club').length).toBeGreaterThan(20);
		expect(engine.mailbox.mails).toMatchObject([{ to: 'owner@club.example', html: expect.stringContaining(String(lines)) }]);
		// Here n8n's own nodes have no credential.
		await ran('is-all-well', 'Every morning');
		for (const list of ['workflows', 'executions']) expect(engine.mailbox.mails.at(-1)!.html).toContain(`n8n did not list its ${list}: `);
	});
});
