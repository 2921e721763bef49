import { Mailbox } from '../../dev/demo/mailbox.mts';
import { fitted, template } from '../../dev/demo/templates.mts';
import { waitFor } from '../../dev/host/wait.mts';
import { listedAthletes } from '../../sandbox/club.mts';
import { useHost } from './support/host.mts';
import { BROWSER } from './support/review.mts';

describe('The example workflow for leads, lead-from-a-form', () => {
	const host = useHost({ sandbox: { athletes: 30, rate: false } });
	const mailbox = new Mailbox();

	const athletes = () => listedAthletes(host.sandbox.club);

	let address = '';

	/** Sends the form as a browser does. @returns what the front desk reads */
	const sent = async (first: string, last: string, email: string, phone = '') => {
		const form = new FormData();
		for (const [index, value] of [first, last, email, phone, 'Yes'].entries()) form.append(`field-${index}`, value);
		mailbox.mails.length = 0;
		expect((await fetch(address, { method: 'POST', body: form, headers: { 'user-agent': BROWSER } })).status).toBe(200);
		await waitFor('A mail', () => mailbox.mails.length > 0 || undefined);
		expect(mailbox.mails).toMatchObject([{ to: 'frontdesk@club.example' }]);
		return mailbox.mails[0];
	};

	const writes = () => host.sandbox.requests.filter(({ method }) => method !== 'GET').map(({ route }) => route);

	beforeAll(async () => {
		await mailbox.start();
		const smtp = await host.rest.createCredential('Mail of the club', mailbox.credential, 'smtp');
		const workflow = fitted(template('lead-from-a-form.json'), { credentials: { smtp, clubApi: host.credential }, crm: '' });
		const { id } = await host.rest.createWorkflow(workflow);
		expect((await host.rest.activate(id)).message).toBeUndefined();
		address = `${host.n8n.url}/form/${workflow.nodes.find(({ name }) => name === 'A form was sent')!.webhookId}`;
	});
	beforeEach(() => {
		host.sandbox.clearFaults();
		host.sandbox.resetRecords();
	});
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));
	afterAll(async () => await mailbox.close());

	it('makes a new person a lead of the club, and tells the front desk', async () => {
		const mail = await sent('Ann-Marie', 'O’Brien', 'ann@example.com', '+46 (0)70-123 45 67');
		expect(mail.subject).toBe('From the form: Ann-Marie O’Brien');
		expect(mail.text).toBe(
			'Name: Ann-Marie O’Brien\nEmail: ann@example.com\nPhone: +46 (0)70-123 45 67\n\nNew in the club, as a lead. This person has an account now and takes a place of the licence.',
		);
		expect(athletes().find(({ Email }) => Email === 'ann@example.com')).toMatchObject({
			FirstMidName: 'Ann-Marie',
			LastName: 'O’Brien',
			Phone: '+46 (0)70-123 45 67',
			ClientStage: 'Lead',
		});
	});

	it('says that somebody with an account was invited, and the second time that they have not accepted', async () => {
		const [{ Email }] = host.sandbox.club.otherUsers.values();
		expect((await sent('Ann', 'Berg', Email)).text).toContain('so the club has sent an invitation');
		expect((await sent('Ann', 'Berg', Email)).text).toContain('they have not accepted yet');
	});

	it('changes nothing of a member, whoever types their address', async () => {
		const member = athletes().find(({ ClientStage }) => ClientStage === 'Client')!;
		const before = { ...member };
		const mail = await sent('Somebody', 'Else', member.Email);
		expect(mail.text).toContain('In the club already, at the stage Client. Nothing was changed there.');
		expect(member).toEqual(before);
		expect(writes()).toEqual([]);
	});

	it('loses no lead when the licence is full, or when the club does not answer', async () => {
		const { club } = host.sandbox;
		const limit = club.athleteLimit;
		club.athleteLimit = 0;
		expect((await sent('Ann', 'Berg', 'full@example.com', '070 123')).text).toMatch(
			/^Name: Ann Berg\nEmail: full@example.com\nPhone: 070 123\n\nThe club did not take this person\. Enter them by hand\. The reason: .*licence/,
		);
		club.athleteLimit = limit;
		host.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes/ByEmail' } });
		expect((await sent('Ann', 'Berg', 'away@example.com')).text).toContain(
			'The club did not take this person. Enter them by hand. The reason: ',
		);
		expect(athletes().filter(({ Email }) => /^(full|away)@/.test(Email))).toEqual([]);
	});

	it.each([
		['three addresses', 'Ann', 'one@example.com,two@example.com,three@example.com', 'From the form: Ann Berg'],
		['markup', '<script>alert(1)</script>', 'ann@example.com"><b>', 'From the form: Berg'],
		['an address of a page', 'Pay at evil.example', 'pay https://evil.example', 'From the form: Berg'],
	])('brings nothing but names into the mail from a stranger who types %s', async (_what, first, email, subject) => {
		const mail = await sent(first, 'Berg', email, 'https://evil.example');
		expect(mail.subject).toBe(subject);
		expect(mail.text).toMatch(
			/^Name: (Ann )?Berg\nEmail: not one address\nPhone: none\n\nThe club was not asked, since the form holds no single email address\. Call them\.$/,
		);
		expect(host.sandbox.requests).toEqual([]);
	});
});
