import { skippedClub } from './support/skippedClub.mts';
import { locator } from '../support/node.mts';
import { athletesIn } from '../support/shown.mts';

const club = skippedClub();
const athlete = (operation: string, more = {}) => ({ resource: 'athlete', operation, ...more });
const shown = (person: object) => athletesIn(club.sandbox, [person as never])[0];

describe('one athlete', () => {
	test('an address with a plus sign is found', async () => {
		const plus = club.athletes().find(({ Email }) => Email.includes('+'))!;
		expect((await club.run(athlete('get', { userId: locator('email', plus.Email) }))).rows[0].UserId).toBe(plus.UserId);
	});

	test('Simplify keeps documented properties, the important ones first and IDs last', async () => {
		Object.assign(club.sandbox.dialect, { nulls: 'given', sensors: 'absent' });
		const [anna] = club.athletes();
		const get = athlete('get', { userId: locator('id', anna.UserId), options: { simplify: '={{ $json.short }}' } });
		const { rows } = await club.run(get, { items: [{ short: true }, { short: false }] });
		expect(Object.keys(rows[0])).toEqual(['FirstMidName', 'LastName', 'Email', 'Phone', 'ClientStage', 'IsGuest', 'IsDemo', 'UserId']);
		expect(Object.keys(rows[1])).toContain('ProspectSinceUTC');
	});

	test('nobody with that id is an error in our words, with those of the club behind them', async () => {
		club.sandbox.dialect.errorBodies = 'message';
		const { error } = await club.run(athlete('get', { userId: locator('id', 7) }));
		expect(error).toMatchObject({ message: 'The club has no such record', httpCode: '404' });
		expect(error?.description).toMatch(/Check the ID.*The club says: The athlete was not found in this club\. \(HTTP 404\)$/);
	});

	test('an unknown email is named in the error', async () => {
		const { error } = await club.run(athlete('setGuest', { userId: locator('email', 'nobody@example.com'), isGuest: true }));
		expect(error?.description).toContain('nobody@example.com');
		expect(club.calls()).toHaveLength(1);
	});
});

describe('creating', () => {
	test('sends API names, a plain date and additional properties', async () => {
		const { rows } = await club.run(
			athlete('create', {
				email: ' new+one@example.com ',
				additionalFields: {
					firstMidName: 'Åsa',
					birthDate: '1990-05-21T00:00:00.000+02:00',
					weight: 71.5,
					showPasswordOnCreate: true,
					sensors: { sensor: ['A1', 'B2'].map((sensorSN) => ({ sensorBrand: 'Polar', sensorSN })) },
					additionalProperties: '{"Country":"SE"}',
				},
			}),
		);
		expect(club.sandbox.requests[0].body).toEqual({
			Email: 'new+one@example.com',
			FirstMidName: 'Åsa',
			BirthDate: '1990-05-21',
			Weight: 71.5,
			ShowPasswordOnCreate: true,
			Sensors: ['A1', 'B2'].map((SensorSN) => ({ SensorBrand: 'Polar', SensorSN })),
			Country: 'SE',
		});
		expect(rows[0]).toMatchObject({ Result: 'Created', User: { Email: 'new+one@example.com' }, Password: expect.any(String) });
	});

	test.each(['create', 'upsert'])('of %s says that a generated password is lost with the answer, if one was wanted', async (operation) => {
		for (const [showPasswordOnCreate, isLost] of [
			[true, true],
			[false, true],
			[true, false],
		]) {
			if (isLost) club.sandbox.inject({ kind: 'appliedThenFailed', match: { method: 'POST' } });
			const email = `${operation}.${showPasswordOnCreate}.${isLost}@example.com`;
			const { rows, hints } = await club.run({ resource: 'athlete', operation, email, additionalFields: { showPasswordOnCreate } });
			expect(rows[0].Reconciled === true).toBe(isLost);
			const said = hints.filter(({ message }) => /The answer of the club was lost\. If the club generated a password/.test(message));
			expect(said).toHaveLength(showPasswordOnCreate && isLost ? 1 : 0);
		}
	});

	test.each([
		[{ platformLevelName: ' AcmeLevel ' }, 'AcmeLevel'],
		[{}, 'PlatformLevel'],
	])('the level with %j is sent as %s, and an unknown gender unchanged', async (name, level) => {
		const additionalFields = { platformLevel: 0, gender: 'Female', ...name };
		await club.run(athlete('create', { email: `${level}@example.com`, additionalFields }));
		expect(club.sandbox.requests[0].body).toEqual({ Email: `${level}@example.com`, Gender: 'Female', [level]: 0 });
	});
});

describe('Create or Update', () => {
	const upsert = async (email: string, additionalFields: object = {}) => await club.run(athlete('upsert', { email, additionalFields }));

	test('of an existing athlete sends only sensors and the verified email by POST', async () => {
		club.sandbox.dialect.sensors = 'absent';
		const anna = { ...club.athletes()[0] };
		const fields = { emailVerified: true, weight: 70, sensors: { sensor: [{ sensorBrand: 'Polar', sensorSN: 'A1' }] } };
		const before = { ...anna };
		const { rows } = await upsert(anna.Email, { ...fields, lastName: anna.LastName });
		expect(rows).toEqual([{ ...shown(before), Outcome: 'Updated' }]);
		expect(club.sandbox.requests.map(({ method, body }) => [method, body])).toEqual([
			['GET', null],
			['POST', { Email: anna.Email, EmailVerified: true, Sensors: [{ SensorBrand: 'Polar', SensorSN: 'A1' }] }],
		]);
		club.sandbox.dialect.sensors = 'given';
		for (const nothingNew of [{ emailVerified: false, sensors: { sensor: [] } }, { sensors: fields.sensors }]) {
			expect((await upsert(anna.Email, nothingNew)).rows[0].Outcome).toBe('Unchanged');
			expect(club.calls()).toHaveLength(1);
		}
	});

	test('sensors are sent again if the answer is lost, which is harmless', async () => {
		const [anna] = club.athletes();
		club.sandbox.inject({ kind: 'status', status: 502, match: { route: 'POST /Athletes' } });
		const { rows } = await upsert(anna.Email, { lastName: 'Neu', sensors: { sensor: [{ sensorBrand: 'Polar', sensorSN: 'B2' }] } });
		expect(rows).toMatchObject([{ UserId: anna.UserId, LastName: 'Neu', Outcome: 'Updated' }]);
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'POST', 'GET', 'POST']);
	});

	test('of somebody who leaves before their sensors are sent says what the club made of it, and not that it updated them', async () => {
		const { UserId, Email } = club.sandbox.act.addAthlete();
		const leave = () => club.sandbox.club.athletes.delete(UserId) && false;
		club.sandbox.inject({ kind: 'status', status: 500, match: { route: 'POST /Athletes', when: leave } });
		const { rows } = await upsert(Email, { sensors: { sensor: [{ sensorBrand: 'Polar', sensorSN: 'C3' }] } });
		expect(rows).toMatchObject([{ Outcome: 'Created' }]);
		club.sandbox.clearFaults();
	});

	test('of an email with capitals finds the athlete with the lowercase email; stored capitals are another person (§2.1, §4.2)', async () => {
		Object.assign(club.sandbox.dialect, { emailCase: 'lowered', emailLookUp: 'exactCase' });
		const first = await upsert('Capital@Example.com', { phone: '+46 10' });
		expect(first.rows[0]).toMatchObject({ Outcome: 'Created', Phone: '+46 10' });
		const second = await upsert('Capital@Example.com', { phone: '+46 11' });
		expect(second.rows[0]).toMatchObject({ Outcome: 'Updated', Phone: '+46 11' });
		expect(club.sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
	});

	test('returns one flat record in all cases, with a password if one was generated', async () => {
		const { rows } = await upsert('flat@example.com', { showPasswordOnCreate: true, phone: '+46 9' });
		expect(rows[0]).toMatchObject({ Email: 'flat@example.com', Phone: '+46 9', Outcome: 'Created', Password: expect.any(String) });
		for (const name of ['Result', 'User']) expect(rows[0]).not.toHaveProperty(name);
	});

	test('reports a created athlete whose phone number failed', async () => {
		club.sandbox.inject({ kind: 'status', status: 400, match: { route: 'PUT /Athletes/{userId}' } });
		const { error } = await upsert('half@example.com', { phone: '+46 4' });
		const added = [...club.sandbox.club.athletes.values()].find(({ Email }) => Email === 'half@example.com');
		expect(error?.description).toContain(`The athlete was added with the ID ${added?.UserId}. Only the other fields failed.`);
	});
});

describe('changing', () => {
	test('an email that is already in use is explained', async () => {
		const [anna, berit] = club.athletes();
		const { error } = await club.run(athlete('update', { userId: locator('id', anna.UserId), updateFields: { email: berit.Email } }));
		expect(error).toMatchObject({ message: 'Email already in use' });
		expect(error?.description).toBe(
			'Another user of the platform already has this address. Enter another one, or update that athlete. ' +
				`In this club, it is ${berit.FirstMidName} ${berit.LastName} (${berit.Email}) with the ID ${berit.UserId}. (EmailAlreadyInUse, HTTP 409)`,
		);
	});

	test('a 409 is explained as an email conflict only if an email was sent', async () => {
		const [anna] = club.athletes();
		const phone = '+46 70 1';
		const changed = async (updateFields: object) =>
			(await club.run(athlete('update', { userId: locator('id', anna.UserId), updateFields }))).error?.description;
		for (const ErrorType of ['PhoneAlreadyInUse', undefined]) {
			const body = { ErrorType, Message: 'Another athlete has this phone number.' };
			club.sandbox.inject({ kind: 'status', status: 409, body, match: { route: 'PUT /Athletes/{userId}' }, times: 2 });
			expect(await changed({ phone })).toMatch(/^Read it again, then decide whether to send this once more\./);
			const both = await changed({ phone, email: 'new-address@example.com' });
			expect(both).toMatch(ErrorType ? /^Read it again/ : /^Another user of the platform already has this address/);
			club.sandbox.clearFaults();
		}
	});

	test('a trainer cannot be changed, a demo athlete cannot be removed', async () => {
		const [trainer] = club.sandbox.club.staff;
		const demo = [...club.sandbox.club.athletes.values()].find(({ IsDemo }) => IsDemo)!;
		expect(
			(await club.run(athlete('update', { userId: locator('id', trainer), updateFields: { phone: '1' } }))).error?.description,
		).toMatch(/trainer or manager/);
		expect((await club.run(athlete('delete', { userId: locator('id', demo.UserId) }))).error?.description).toMatch(/demo athlete/);
	});
});

describe('bad input is refused before a call is spent', () => {
	const get = (value: unknown) => athlete('get', { userId: locator('id', `={{ ${JSON.stringify(value)} }}`) });
	test.each([
		['a name', get('seven'), /must be an ID such as 4711 or an email address/],
		['a long email', athlete('get', { userId: locator('email', `={{ "${'a'.repeat(243)}@example.com" }}`) }), /longer than 254/],
		['an empty address', athlete('update', { userId: locator('id', 7), updateFields: { email: '' } }), /"Email" is empty/],
		['bounds exchanged', athlete('getAll', { filters: { fromId: 9, toId: 3 } }), /"From ID" is larger/],
	])('%s', async (_, parameters, message) => expect((await club.refusal(parameters))?.message).toMatch(message));

	test.each([
		['email', /^The email is empty for this item\./],
		['id', /^The ID is empty for this item\./],
		['list', /^Choose one from the list\./],
	] as const)('an empty athlete in mode %s is an error that names the mode', async (mode, advice) => {
		const { error } = await club.run(athlete('get', { userId: locator(mode, '={{ $json.nothing }}') }));
		expect(error?.message).toBe('"Athlete" is missing');
		expect(error?.description).toMatch(advice);
	});

	test('one invalid item among many stops all of them before a call', async () => {
		const parameters = athlete('setClientStage', { userId: locator('id', '={{ $json.id }}'), clientStage: 'Lead' });
		const { error } = await club.run(parameters, { items: [{ id: club.athletes()[0].UserId }, { id: 'x' }] });
		// n8n writes "[item 1]" beside it.
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).not.toMatch(/item 1/i);
		expect(error?.description).toMatch(/To send the other items, choose "Continue \(using error output\)"/);
		const alone = await club.run(parameters, { items: [{ id: 'x' }] });
		expect(alone.error?.description).not.toMatch(/other items/);
		expect(club.calls()).toEqual([]);
	});
});
