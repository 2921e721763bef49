import type { WorkflowJson } from '../../dev/host/workflow.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { MESSAGES, POOL, PREFERENCES, useDoor, zoneAt } from './support/door.mts';
import { useHost } from './support/host.mts';

const DAY = 24 * 60 * 60 * 1000;

const iso = (ms: number): string => new Date(ms).toISOString();

const [anna, berit, clara] = [0, 1, 2];

/** The public address of this n8n, as links in mails have it. */
const PUBLIC = 'https://n8n.club.example';

const node = (workflow: WorkflowJson, name: string) => workflow.nodes.find((found) => found.name === name)!;

describe('Write to a member', () => {
	const env = { ...POOL, N8N_WEBHOOK_URL: `${PUBLIC}/`, WEBHOOK_URL: `${PUBLIC}/` };
	const host = useHost({ sandbox: { athletes: 30, rate: false }, env });
	const door = useDoor(host);
	const person = (place: number) => door.people()[place];
	const mailTo = (place: number, more: object = {}) => door.mailTo(person(place), more);
	const receivers = () => door.mailbox.mails.map(({ to }) => to).sort();

	it('lets three mails a person through, however many come at once, and says why the fourth is not sent', async () => {
		await door.write([mailTo(anna), mailTo(anna), mailTo(anna), mailTo(anna), mailTo(berit)]);
		const rows = await door.ended(5);
		expect(door.outcomes(rows, person(anna))).toEqual(['not sent: They got 3 emails in 7 days', 'sent', 'sent', 'sent']);
		expect(receivers()).toEqual([...Array<string>(3).fill(person(anna).Email), person(berit).Email].sort());
		expect(rows[0]).toMatchObject({ Topic: 'Visits', Subject: 'Hello', At: expect.stringMatching(/^20/) });
		await door.changed(MESSAGES, { At: iso(Date.now() - 8 * DAY) });
		await door.write([mailTo(anna)]);
		expect(door.outcomes(await door.ended(6), person(anna))).toContain('sent');
		expect(door.mailbox.mails).toHaveLength(5);
	});

	it('does not count a mail that the server refused, and fails aloud for it', async () => {
		door.mailbox.isRefusing = true;
		await door.write([mailTo(anna), mailTo(anna), mailTo(anna)]);
		const refused = door.outcomes(await door.ended(3), person(anna));
		expect(refused).toEqual(Array(3).fill(expect.stringMatching(/^refused: .*550/)));
		await waitFor('The errors', async () => {
			const errors = (await host.rest.executions(door.id)).filter(({ status }) => status === 'error');
			return errors.length >= 3 || undefined;
		});
		door.mailbox.isRefusing = false;
		await door.write([mailTo(anna), mailTo(anna), mailTo(anna)]);
		expect(door.outcomes(await door.ended(6), person(anna)).filter((outcome) => outcome === 'sent')).toHaveLength(3);
		expect(receivers()).toEqual(Array(3).fill(person(anna).Email));
	});

	it('writes to no address but one, and says so', async () => {
		await door.write([mailTo(anna, { email: 'one@example.com, two@example.com' })]);
		expect(door.outcomes(await door.ended(1), person(anna))).toEqual(['not sent: They do not have exactly one email address']);
		expect(receivers()).toEqual([]);
	});

	it('sends nothing where the node that calls it hands over several mails at once', async () => {
		await door.write([mailTo(anna), mailTo(berit)], door.id, 'once');
		const failed = await waitFor('The error', async () => {
			const [found] = (await host.rest.executions(door.id)).filter(({ status }) => status === 'error');
			const run = found && (await host.rest.execution(found.id));
			return run?.error?.message.includes('Run once for each item') ? run : undefined;
		});
		expect(failed.runsOf('Rules')).toEqual([]);
		expect(receivers()).toEqual([]);
	});

	it('ends a mail with a link, or with words where n8n has no public address', async () => {
		await door.write([mailTo(anna, { topic: 'Free place' })]);
		const [{ Token }] = await waitFor('The link', async () => {
			await door.ended(1);
			return await door.rowsOf(PREFERENCES);
		});
		expect(Token).toMatch(/^[0-9a-f]{32}$/);
		const link = `${PUBLIC}/webhook/club-stop-mails?topic=Free%20place&#38;t=${String(Token)}`;
		expect(door.mailbox.mails[0].html).toBe(`<p>Hello</p>\n<p><a href="${link}">Stop these emails</a></p>`);

		const workflow = door.prepared('write-to-member');
		const { parameters } = node(workflow, 'Rules');
		parameters.assignments = JSON.parse(
			JSON.stringify(parameters.assignments).replaceAll('$execution.resumeUrl', "'http://localhost:5678/webhook-waiting/1'"),
		);
		await door.write([mailTo(anna)], await door.published(workflow));
		await door.ended(2);
		expect(door.mailbox.mails[1].html).toBe('<p>Hello</p>\n<p>To stop these emails, reply STOP.</p>');
		expect(await door.rowsOf(PREFERENCES)).toHaveLength(1);
	});

	it.each([
		[23, 9],
		[3, 5],
	])('waits for the morning where it is %i o’clock, without a row', async (hour, hours) => {
		const workflow = door.prepared('write-to-member');
		const id = await door.published({ ...workflow, settings: { ...workflow.settings, timezone: zoneAt(hour) } });
		await door.write([mailTo(anna)], id);
		const [{ id: waiting }] = await waitFor('An execution that waits', async () => {
			const found = (await host.rest.executions(id)).filter(({ status }) => status === 'waiting');
			return found.length > 0 ? found : undefined;
		});
		const { waitTill } = await host.rest.session.send<{ waitTill: string }>('GET', `/rest/executions/${waiting}`);
		const hourNow = Math.floor(Date.now() / 3_600_000) * 3_600_000;
		expect(Date.parse(waitTill)).toBe(hourNow + hours * 3_600_000);
		await host.rest.stopExecution(waiting);
		expect([await door.rowsOf(MESSAGES), receivers()]).toEqual([[], []]);
	});

	it('looks again after the night: at who has stopped the mails, who has left, and how many went out', async () => {
		const workflow = door.prepared('write-to-member');
		const morning = Date.now() + 30_000;
		const night = node(workflow, 'It is night').parameters;
		night.conditions = JSON.parse(JSON.stringify(night.conditions).replaceAll('$now.hour', `(Date.now() < ${morning} ? 3 : 12)`));
		node(workflow, 'Wait until the morning').parameters.dateTime = `=${iso(morning + 1_000)}`;
		const id = await door.published(workflow);
		const left = person(clara);
		await door.write([mailTo(anna), mailTo(anna), mailTo(anna), mailTo(anna), mailTo(berit), mailTo(clara)], id);
		await door.write([mailTo(berit)]);
		await door.ended(1);
		await door.changed(PREFERENCES, { StoppedTopics: 'Welcome, Visits' });
		host.sandbox.club.athletes.delete(left.UserId);
		door.mailbox.mails.length = 0;
		const rows = await door.ended(7).finally(() => host.sandbox.club.athletes.set(left.UserId, left));
		expect(door.outcomes(rows, person(anna))).toEqual(['not sent: They got 3 emails in 7 days', 'sent', 'sent', 'sent']);
		expect(door.outcomes(rows, person(berit))).toEqual(['not sent: They stopped these emails', 'sent']);
		expect(door.outcomes(rows, left)).toEqual(['not sent: They left the club']);
		expect(receivers()).toEqual(Array(3).fill(person(anna).Email));
	});

	it('stops a topic, or all, by a press on the page of the link, and by nothing else', async () => {
		const pages = await door.published(door.prepared('stop-mails'));
		await door.write([mailTo(anna), mailTo(berit)]);
		await door.ended(2);
		const linkOf = (place: number) => {
			const { html = '' } = door.mailbox.mails.find(({ to }) => to === person(place).Email)!;
			return /href="([^"]+)"/.exec(html)![1].replace('&#38;', '&').replace(PUBLIC, host.n8n.url);
		};
		const press = async (url: string, fields: Record<string, string>) =>
			await (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
		const stopped = async (place: number) =>
			(await door.rowsOf(PREFERENCES)).find(({ UserId }) => UserId === person(place).UserId)?.StoppedTopics ?? '';

		const answer = await fetch(linkOf(anna));
		expect(answer.headers.get('content-type')).toContain('text/html');
		const page = await answer.text();
		expect(page).toContain('Stop emails of this kind: Visits');
		const fields = Object.fromEntries([...page.matchAll(/name="(t|topic)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
		expect(await stopped(anna)).toBe('');
		expect(await press(linkOf(anna), { ...fields, stop: 'topic' })).toContain('no more emails of this kind: Visits');
		expect([await stopped(anna), await stopped(berit)]).toEqual(['Visits', '']);
		await press(linkOf(anna), { ...fields, topic: 'Welcome', stop: 'topic' });
		expect(await stopped(anna)).toBe('Visits, Welcome');
		await press(linkOf(berit), { t: new URL(linkOf(berit)).searchParams.get('t')!, stop: 'all' });
		expect(await stopped(berit)).toBe('All');

		const hostile = linkOf(anna).replace('topic=Visits', `topic=${encodeURIComponent('"><script>alert(1)</script>')}`);
		expect(await (await fetch(hostile)).text()).not.toContain('script');
		const base = `${host.n8n.url}/webhook/club-stop-mails`;
		for (const guess of ['', '?t=', '?t=0123456789abcdef0123456789abcdef', '?t=a&t=b'])
			expect(await (await fetch(base + guess)).text()).toContain('no longer valid');
		for (const t of ['', '0123456789abcdef0123456789abcdef']) expect(await press(base, { t, stop: 'all' })).toContain('no longer valid');

		await door.write([mailTo(anna), mailTo(anna, { topic: 'Renewal' }), mailTo(berit, { topic: 'Renewal' })]);
		const rows = await door.ended(5);
		expect(door.outcomes(rows, person(anna))).toEqual(['not sent: They stopped these emails', 'sent', 'sent']);
		expect(door.outcomes(rows, person(berit))).toEqual(['not sent: They stopped these emails', 'sent']);
		await host.rest.deactivate(pages);
	});

	it('stops the mails to who says so at the front desk, also before the first one, and starts them again', async () => {
		const id = await door.published(door.prepared('stop-mails'));
		const form = node(await host.rest.workflow(id), 'Front desk stops emails');
		const fill = async (email: string, choice: string) => {
			const body = new FormData();
			for (const [name, value] of [email, choice].entries()) body.append(`field-${name}`, value);
			expect((await fetch(`${host.n8n.url}/form/${form.webhookId}`, { method: 'POST', body })).status).toBe(200);
		};
		const stopped = async (is: string) =>
			await waitFor(`The choice ${is}`, async () => {
				const rows = await door.rowsOf(PREFERENCES);
				return rows.length === 1 && rows[0].StoppedTopics === is ? true : undefined;
			});
		await fill(person(anna).Email, 'Welcome');
		await stopped('Welcome');
		await fill(person(anna).Email, 'All');
		await stopped('Welcome, All');
		await fill('nobody@example.com', 'All');
		await door.write([mailTo(anna)]);
		expect(door.outcomes(await door.ended(1), person(anna))).toEqual(['not sent: They stopped these emails']);
		await fill(person(anna).Email, 'None');
		await stopped('');
		await door.write([mailTo(anna)]);
		expect(door.outcomes(await door.ended(2), person(anna))).toContain('sent');
		expect(await door.rowsOf(PREFERENCES)).toMatchObject([{ UserId: person(anna).UserId, Token: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
		await host.rest.deactivate(id);
	});

	it('erases who has left from both tables, and every mail after 90 days', async () => {
		await door.write([mailTo(anna), mailTo(berit)]);
		await door.ended(2);
		const ids = async (table: string) => (await door.rowsOf(table)).map(({ UserId }) => UserId);
		const event = { eventType: 'Athlete.Deleted', ids: { userId: person(anna).UserId } };
		expect((await door.runFrom('stop-mails', 'A member left', [event])).error).toBeUndefined();
		const other = [person(berit).UserId];
		expect([await ids(MESSAGES), await ids(PREFERENCES)]).toEqual([other, other]);
		await door.changed(MESSAGES, { At: iso(Date.now() - 89 * DAY) });
		await door.runFrom('stop-mails', 'Every night');
		expect(await ids(MESSAGES)).toEqual(other);
		await door.changed(MESSAGES, { At: iso(Date.now() - 91 * DAY) });
		await door.runFrom('stop-mails', 'Every night');
		expect([await ids(MESSAGES), await ids(PREFERENCES)]).toEqual([[], other]);
	});
});
