import { useEngine } from './support/engine.mts';

describe('The example workflow for leads, lead-from-a-form', () => {
	const engine = useEngine();

	/** What the front desk reads when somebody has sent the form. */
	const sent = async (first: string, last: string, email: string, phone = '') => {
		engine.mailbox.mails.length = 0;
		const form = { 'First name': first, 'Last name': last, Email: email, Phone: phone };
		expect((await engine.run('lead-from-a-form', 'A form was sent', [form], 'webhook')).error).toBeUndefined();
		expect(engine.mailbox.mails).toMatchObject([{ to: 'frontdesk@club.example' }]);
		return engine.mailbox.mails[0];
	};

	const member = (address: string) => engine.people().find(({ Email }) => Email === address);

	it('makes a new person a lead of the club, and tells the front desk', async () => {
		const mail = await sent('Ann-Marie', 'O’Brien', 'ann@example.com', '+46 (0)70-123 45 67');
		expect(mail.subject).toBe('From the form: Ann-Marie O’Brien');
		expect(mail.text).toBe(
			'First name: Ann-Marie\nLast name: O’Brien\nEmail: ann@example.com\nPhone: +46 (0)70-123 45 67\n\nNew in the club, as a lead. This person has an account now and takes a place of the licence.',
		);
		const stored = { FirstMidName: 'Ann-Marie', LastName: 'O’Brien', Phone: '+46 (0)70-123 45 67', ClientStage: 'Lead' };
		expect(member('ann@example.com')).toMatchObject(stored);
	});

	it('says that somebody with an account was invited, and the second time that they have not accepted', async () => {
		const [{ Email }] = engine.sandbox.club.otherUsers.values();
		expect((await sent('Ann', 'Berg', Email)).text).toContain('so the club has sent an invitation');
		expect((await sent('Ann', 'Berg', Email)).text).toContain('they have not accepted yet');
	});

	it('changes nothing of a member, whoever types their address', async () => {
		const known = engine.people().find(({ ClientStage }) => ClientStage === 'Client')!;
		const before = { ...known };
		expect((await sent('Somebody', 'Else', known.Email)).text).toContain(
			'In the club already, at the stage Client. Nothing was changed there.',
		);
		expect(known).toEqual(before);
		expect(engine.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('loses no lead when the licence is full, or when the club does not answer', async () => {
		const { club } = engine.sandbox;
		const limit = club.athleteLimit;
		club.athleteLimit = 0;
		const full = await sent('Ann', 'Berg', 'full@example.com', '070 123');
		club.athleteLimit = limit;
		expect(full.text).toMatch(/Phone: 070 123\n\nThe club did not take this person\. Enter them by hand\. The reason: .*licence/);
		engine.sandbox.inject({ kind: 'status', status: 403, match: { route: 'GET /Athletes/ByEmail' } });
		expect((await sent('Ann', 'Berg', 'away@example.com')).text).toContain(
			'The club did not take this person. Enter them by hand. The reason: ',
		);
		expect([member('full@example.com'), member('away@example.com')]).toEqual([undefined, undefined]);
	});

	it.each([
		['three addresses', 'Ann', 'one@example.com,two@example.com,three@example.com', 'From the form: Ann Berg'],
		['markup', '<script>alert(1)</script>', 'ann@example.com"><b>', 'From the form: Berg'],
		['an address of a page', 'Pay at evil.example', 'pay https://evil.example', 'From the form: Berg'],
		['lines', 'Ann\r\nPhone: 1', 'none', 'From the form: Berg'],
	])('tells the front desk what somebody types as it is, as text, and the club nothing of it: %s', async (_what, first, email, subject) => {
		const mail = await sent(first, 'Berg', email, 'call me (after 5)');
		const typed = `First name: ${first.replace(/\s+/g, ' ')}\nLast name: Berg\nEmail: ${email}\nPhone: call me (after 5)`;
		expect(mail.subject).toBe(subject);
		expect(mail.text).toBe(`${typed}\n\nThe club was not asked, since the form holds no single email address. Call them.`);
		expect(mail.html).toBeUndefined();
		expect(engine.sandbox.requests).toEqual([]);
	});

	it.each([
		['Anna (Ann)', 'jean&marie@example.com'],
		['Smith, Jr.', "o'neil!#$%*/=?^`{|}~-@example.com"],
		['X Æ A-12', 'a@xn--bcher-kva.example'],
		['Anna & Bo', '123@example.co'],
		['Jörg', 'jörg@bücher.example'],
	])('gives the club unusual but valid names and addresses: %s, %s', async (FirstMidName, address) => {
		expect((await sent(FirstMidName, 'Berg', address)).text).toContain(`Email: ${address}\n`);
		expect(member(address)).toMatchObject({ FirstMidName });
	});
});
