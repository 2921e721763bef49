import type { IDataObject } from 'n8n-workflow';
import { locator, parametersOf } from '../../support/node.mts';
import { otherClub, type Asked, type Said } from './support/otherClub.mts';

const club = otherClub();

/** A club of a few people, by address and by id, who have no phone number. */
function people(): (asked: Asked) => Said {
	const all = ['anna', 'bert', 'cora'].map((name, index) => ({
		UserId: index + 1,
		Email: `${name}@example.com`,
		FirstMidName: name,
		LastName: null,
		ClientStage: 'Lead',
		Consent: { At: '2026-01-01T00:00:00.000Z', By: 'app' },
		Sensors: [{ Id: 4, SensorSN: 'A1', SensorBrand: 'Polar' }],
	}));
	return ({ line, path, query, body }) => {
		const found = path.endsWith('/ByEmail')
			? all.find(({ Email }) => Email === query.get('email'))
			: all.find(({ UserId }) => path.split('/')[2] === String(UserId));
		if (/^GET \/(Athletes|Contacts)\?/.test(line)) {
			const Results = all.filter(({ UserId }) => UserId >= Number(query.get('fromId')) && UserId <= Number(query.get('toId')));
			return { body: { Results, Continue: false } };
		}
		if (!found) return { status: 404 };
		return { body: line.startsWith('PUT') ? Object.assign(found, body) : found };
	};
}

test('Only Changes sends nothing for a guest flag that is off and that the club leaves out', async () => {
	const change = { resource: 'athlete', operation: 'setGuest', userId: locator('id', 1), options: { onlyChanges: true } };
	for (const isGuest of [false, true]) {
		club.answer(people());
		expect((await club.run({ ...change, isGuest })).error).toBeUndefined();
		expect(club.lines().filter((line) => line.startsWith('PUT'))).toHaveLength(Number(isGuest));
	}
});

test('Only Changes sends a change and the one back, to a club that answers both with nothing', async () => {
	club.answer((asked) => (asked.line.startsWith('PUT') ? { status: 204 } : people()(asked)));
	const change = { resource: 'contact', operation: 'setClientStage', userId: locator('id', 1), clientStage: '={{ $json.stage }}' };
	await club.run({ ...change, options: { onlyChanges: true } }, { items: [{ stage: 'Qualified' }, { stage: 'Lead' }] });
	const sent = club.asked.filter(({ line }) => line.startsWith('PUT')).map(({ body }) => body);
	expect(sent).toEqual([{ ClientStage: 'Qualified' }, { ClientStage: 'Lead' }]);
});

test('Only Changes sends the stage of before again after a change whose outcome nobody knows', async () => {
	club.answer((asked) => ((asked.body as IDataObject | undefined)?.ClientStage === 'Qualified' ? { status: 500 } : people()(asked)));
	const change = { resource: 'contact', operation: 'setClientStage', userId: locator('id', 1), clientStage: '={{ $json.stage }}' };
	const more = { items: [{ stage: 'Qualified' }, { stage: 'Lead' }], onError: 'continueRegularOutput' as const };
	await club.run({ ...change, options: { onlyChanges: true } }, more);
	expect(club.asked.at(-1)?.body).toEqual({ ClientStage: 'Lead' });
});

describe('Create or Update', () => {
	const upsert = (additionalFields: IDataObject) => parametersOf('athlete.upsert', { email: 'anna@example.com', additionalFields });

	test.each([
		[{ lastName: '' }],
		[{ phone: '' }],
		[{ additionalProperties: '{"Country": null, "LastName": null}' }],
		[{ firstMidName: 'anna', additionalProperties: '{"FirstMidName": null}' }],
		[{ additionalProperties: '{"Consent": {"By": "app", "At": "2026-01-01T01:00:00+01:00"}}' }],
		[{ sensors: { sensor: [{ sensorBrand: 'Polar', sensorSN: 'A1' }] } }],
	])('sends nothing for %j, since only what is filled and differs is applied', async (fields) => {
		club.answer(people());
		const { rows } = await club.run(upsert(fields));
		expect(rows).toMatchObject([{ UserId: 1, Outcome: 'Unchanged' }]);
		expect(club.lines()).toHaveLength(1);
	});

	/** The club answers the POST with this; the person has the ID 7, and is known by it only. */
	const answersWith = (said: Said, person: IDataObject = {}) =>
		club.answer(({ line, body }) => {
			if (line.startsWith('POST')) return said;
			if (!line.includes('/Athletes/7')) return { status: 404 };
			return { body: { UserId: 7, Email: 'anna@example.com', ...person, ...(body as IDataObject) } };
		});
	const sent = () => club.asked.flatMap(({ line, body }) => (line.startsWith('GET') ? [] : [[line, body]]));

	test('of an existing athlete who is not found by email goes on with the ID of the answer', async () => {
		answersWith({ body: { Result: 'AlreadyInClub', User: { UserId: 7 } } }, { FirstMidName: 'Ann', Phone: '1' });
		const { rows } = await club.run(upsert({ firstMidName: 'Anna', phone: '1' }));
		expect(rows).toEqual([{ UserId: 7, Email: 'anna@example.com', FirstMidName: 'Anna', Phone: '1', Outcome: 'Updated' }]);
		expect(sent().slice(1)).toEqual([['PUT /Athletes/7', { FirstMidName: 'Anna' }]]);
	});

	test('of an existing athlete whose ID is not in the answer is an error that says what was not stored', async () => {
		answersWith({ body: { Result: 'AlreadyInClub', User: null } });
		for (const fields of [{ firstMidName: 'Anna' }, { clientStage: 'Lead' }])
			expect((await club.run(upsert(fields))).error).toMatchObject({
				message: 'The club did not give the ID of the athlete',
				description: expect.stringContaining('The names, the phone number, the client stage and other fields were not stored.') as string,
			});
		expect((await club.run(upsert({}))).rows).toEqual([{ Email: 'anna@example.com', Outcome: 'Unchanged' }]);
	});

	test.each([
		['AlreadyInClub', {}, 7, 'Unchanged', 3],
		['AlreadyInClub', { firstMidName: 'Ann' }, 7, 'Unchanged', 3],
		['AlreadyInClub', { firstMidName: 'Anna' }, 7, 'Updated', 4],
		['AlreadyInClub', { emailVerified: true }, 7, 'Updated', 3],
		['Created', { phone: '1' }, 7, 'Created', 4],
		['Created', {}, undefined, 'Created', 2],
	])('of an athlete who is found only after the answer %s without a user, with %j', async (Result, fields, UserId, Outcome, calls) => {
		const known = { UserId: 7, Email: 'anna@example.com', EmailVerified: true, FirstMidName: 'Ann' };
		club.answer(({ line, body }) => {
			if (line.startsWith('POST')) return { body: { Result } };
			return sent().length === 0 ? { status: 404 } : { body: { ...known, ...(body as IDataObject) } };
		});
		const { rows } = await club.run(upsert(fields));
		expect([rows[0].UserId, rows[0].Outcome]).toEqual([UserId, Outcome]);
		expect(club.lines()).toHaveLength(calls);
	});

	test('of an existing athlete says nothing of an addition if a field is refused', async () => {
		club.answer(({ line }) => {
			if (line.startsWith('POST')) return { body: { Result: 'AlreadyInClub', User: { UserId: 7 } } };
			return line.startsWith('PUT') ? { status: 400 } : line.includes('/Athletes/7') ? { body: { UserId: 7 } } : { status: 404 };
		});
		expect((await club.run(upsert({ firstMidName: 'Anna' }))).error?.description).toMatch(/^Check the values (?!.*was added)/);
	});

	test('sends what the club refuses once', async () => {
		club.answer((asked) => (asked.line.startsWith('POST') ? { status: 400 } : people()(asked)));
		const sensor = ['A1', 'B2'].map((sensorSN) => ({ sensorBrand: 'Polar', sensorSN }));
		expect((await club.run(upsert({ sensors: { sensor } }))).error).toBeDefined();
		expect(sent()).toHaveLength(1);
	});

	test.each(['Created', 'Added'])('of somebody new sets the stage that was asked for, whatever the club gave them: %s', async (Result) => {
		answersWith({ body: { Result, User: { UserId: 7, ClientStage: 'Client' } } });
		const { rows, hints } = await club.run(upsert({ userConfirmed: true, clientStage: 'Lead' }), { items: [{}, {}] });
		expect(hints[0].message).toMatch(/^2 items: 2 created/);
		expect(rows[0]).toMatchObject({ ClientStage: 'Lead', Outcome: Result });
		expect(rows[0]).not.toHaveProperty('StageKept');
	});

	test('of a user of the platform who is added sets the profile too, which the POST does not', async () => {
		answersWith({ body: { Result: 'Added', User: { UserId: 7, FirstMidName: 'Old', LastName: 'Ny' } } });
		const fields = { userConfirmed: true, firstMidName: 'Anna', lastName: 'Ny', phone: '1', clientStage: 'client' };
		const { rows } = await club.run(upsert(fields));
		expect(rows).toMatchObject([{ FirstMidName: 'Anna', LastName: 'Ny', Phone: '1', ClientStage: 'Client', Outcome: 'Added' }]);
		expect(sent().slice(1)).toEqual([
			['PUT /Athletes/7', { FirstMidName: 'Anna', Phone: '1' }],
			['PUT /Athletes/7/ClientStage', { ClientStage: 'Client' }],
		]);
	});

	describe('from the columns of the items', () => {
		const mapped = (more: IDataObject = {}) => ({ resource: 'athlete', operation: 'upsert', dataToSend: 'autoMapInputData', ...more });

		test('maps each column to the field with its label or name, ignoring case, spaces and underscores', async () => {
			answersWith({ body: { Result: 'Created', User: { UserId: 7 } } });
			const columns = {
				E_mail: 'anna@example.com',
				first_name: 'Anna',
				LastName: 'Ny',
				'Birth Date': '1990-05-21',
				phone: '',
				'Client Stage': 'client',
				user_confirmed: 'TRUE',
				Weight: '70.5',
				Sensors: ['A1', 'B2'].map((number) => ({ SensorBrand: 'Polar', 'Serial Number': number })),
				Notes: 'likes rowing',
				row_number: 2,
			};
			const { error } = await club.run(mapped({ inputsToIgnore: 'notes, Row Number' }), { items: [columns] });
			expect(error).toBeUndefined();
			expect(sent()).toEqual([
				[
					'POST /Athletes',
					{
						Email: 'anna@example.com',
						FirstMidName: 'Anna',
						LastName: 'Ny',
						BirthDate: '1990-05-21',
						UserConfirmed: true,
						Weight: 70.5,
						Sensors: ['A1', 'B2'].map((SensorSN) => ({ SensorBrand: 'Polar', SensorSN })),
					},
				],
				['PUT /Athletes/7/ClientStage', { ClientStage: 'Client' }],
			]);
		});

		test.each<[IDataObject, string]>([
			[{ email: 'a@b.se', 'First Name': 'x', FirstMidName: 'y' }, 'Two columns are for "First Name"'],
			[{ email: 'a@b.se', sensors: 'Polar A1' }, '"Sensors" must be a list'],
			[{ firstMidName: 'x' }, '"Email" is missing'],
		])('refuses %j before a call', async (item, message) => {
			club.answer(people());
			expect((await club.run(mapped(), { items: [{ email: 'c@d.se', sensors: null }, item] })).error?.message).toBe(message);
			expect(club.lines()).toEqual([]);
		});
	});

	test('of a new user shows the second request in a dry run too, whose ID is not known yet', async () => {
		club.answer(() => ({ status: 404 }));
		const { rows } = await club.run({ ...upsert({ firstMidName: 'Anna', phone: '1', clientStage: 'Client' }), options: { dryRun: true } });
		expect(rows[0].wouldSend).toEqual([
			{ method: 'POST', path: '/Athletes', body: { Email: 'anna@example.com', FirstMidName: 'Anna' } },
			{ method: 'PUT', path: '/Athletes/(new)', body: { Phone: '1' } },
			{ method: 'PUT', path: '/Athletes/(new)/ClientStage', body: { ClientStage: 'Client' } },
		]);
		expect(club.lines().every((line) => line.startsWith('GET'))).toBe(true);
	});

	test('of an athlete sets the client stage if it differs, and keeps fields without a value', async () => {
		club.answer(people());
		const blank = { firstMidName: '', lastName: '={{ "  " }}', phone: '={{ undefined }}', clientStage: '' };
		for (const [fields, Outcome] of [
			[{ clientStage: 'Lead' }, 'Unchanged'],
			[blank, 'Unchanged'],
			[{ ...blank, clientStage: 'Client' }, 'Updated'],
		] as const) {
			const { rows } = await club.run(upsert(fields));
			expect(rows).toMatchObject([{ UserId: 1, FirstMidName: 'anna', Outcome }]);
		}
		expect(sent()).toEqual([['PUT /Athletes/1/ClientStage', { ClientStage: 'Client' }]]);
	});

	test('updates an athlete whom another workflow has just created', async () => {
		let isThere = false;
		club.answer(({ line, body }) => {
			if (line.startsWith('POST')) {
				isThere = true;
				return { status: 409, body: { ErrorType: 'EmailAlreadyInUse', Message: 'In use' } };
			}
			return isThere ? { body: { UserId: 7, Email: 'anna@example.com', ...(body as IDataObject) } } : { status: 404 };
		});
		expect((await club.run(upsert({ phone: '1' }))).rows).toMatchObject([{ UserId: 7, Phone: '1', Outcome: 'Updated' }]);
		expect(club.lines().map((line) => line.split('?')[0])).toEqual([
			'GET /Athletes/ByEmail',
			'POST /Athletes',
			'GET /Athletes/ByEmail',
			'PUT /Athletes/7',
		]);
		answersWith({ status: 409, body: { ErrorType: 'EmailAlreadyInUse', Message: 'In use' } });
		expect((await club.run(upsert({}))).error?.description).toMatch(/^Somebody has just taken this address/);
	});

	test.each(['Invited', 'PendingInvitation'])('handles %s without a user, with a hint that the rest was not stored', async (Result) => {
		answersWith({ body: { Result } });
		const { rows, hints } = await club.run(upsert({ phone: '={{ $json.phone }}' }), { items: [{ phone: '123' }, { phone: '124' }] });
		expect(rows).toEqual([
			{ Email: 'anna@example.com', Outcome: Result },
			{ Email: 'anna@example.com', Outcome: Result },
		]);
		const counted = Result === 'Invited' ? 'invited' : 'as they were';
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(new RegExp(`^2 items: 2 ${counted}\\. .*2 people were only invited, so the names.* were not stored`)),
		]);
		for (const field of [{ lastName: 'Berg' }, { clientStage: 'Lead' }, { weight: 70 }])
			expect((await club.run(upsert(field))).hints).toMatchObject([
				{ message: expect.stringMatching(/was only invited, .* were not stored/) as string },
			]);
		expect((await club.run(upsert({ noEmailOnCreate: true }))).hints).toEqual([]);
	});

	test.each(['of an athlete', 'Added', 'AlreadyInClub'])(
		'adds a hint which fields the club stores for new users only: %s',
		async (Result) => {
			if (Result === 'of an athlete') club.answer(people());
			else answersWith({ body: { Result, User: { UserId: 7, Email: 'anna@example.com' } } });
			for (const field of [{ birthDate: '1990-05-21' }, { gender: 'Female' }, { height: 170 }, { weight: 70 }])
				expect((await club.run(upsert(field))).hints).toMatchObject([
					{ message: expect.stringMatching(/^1 person had an account already, so Birth Date, .* were not stored/) as string },
				]);
			expect((await club.run(upsert({ weight: 0 }))).hints).toEqual([]);
		},
	);
});

test('an update clears what is an empty text', async () => {
	club.answer(people());
	const updateFields = { phone: '', lastName: 'Ny' };
	const { error } = await club.run({ resource: 'athlete', operation: 'update', userId: locator('id', 1), updateFields });
	expect(error).toBeUndefined();
	expect(club.asked.map(({ body }) => body)).toEqual([{ Phone: '', LastName: 'Ny' }]);
});

test('non-guests are found in a club that leaves out false values', async () => {
	const rows = [{ UserId: 1 }, { UserId: 2, IsGuest: true }];
	club.answer(() => ({ body: { Results: rows, Continue: false } }));
	const guests = async (isGuest: boolean | string) =>
		(await club.run({ resource: 'athlete', operation: 'getAll', returnAll: true, filters: { isGuest } })).rows;
	expect(await guests(false)).toEqual([rows[0]]);
	expect(await guests(true)).toEqual([rows[1]]);
	// A model writes booleans in its own way.
	expect(await guests('={{ "False" }}')).toEqual([rows[0]]);
});

test('a key of a deleted club is explained as such, not as a wrong ID', async () => {
	club.answer(() => ({ status: 404 }));
	const { error } = await club.run({ resource: 'athlete', operation: 'create', email: 'anna@example.com' });
	expect(error?.description).toMatch(/^The club that the Club API Key selects does not exist/);
});
