// What is so already is not done again: for every field that Create or Update sets, every freeze, and every switch that is off.
import { skip, skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { fieldsIn } from '../../../nodes/Club/fields/field';
import { mayWrite } from '../../../nodes/Club/operation';
import { upsert } from '../../../nodes/Club/resources/athlete/upsert';
import { locator, parametersOf } from '../../support/node.mts';
import { operations } from '../support/operations.mts';
import { asText } from '../matrix/support/state.mts';

const club = skippedClub({ athletes: 60, dialect: { sensors: 'given' } }, { keepsPages: false });

const writes = () => club.sandbox.requests.filter(({ method }) => method !== 'GET');

/** A value of each field that somebody who is in the club already may get. */
const VALUES: Readonly<Record<string, IDataObject[string]>> = {
	additionalProperties: '{"LastName": "Berg"}',
	clientStage: 'Client',
	emailVerified: true,
	firstMidName: 'Lea',
	lastName: 'Berg',
	phone: '+46 70 111 22 33',
	sensors: { sensor: [{ sensorBrand: 'Polar', sensorSN: '8A2F41' }] },
};

/** Those that the club stores for a new user only, or does with a creation. */
const OF_CREATION = [
	...['birthDate', 'gender', 'height', 'weight', 'platformLevel', 'platformLevelName'],
	...['noEmailOnCreate', 'setPasswordOnCreate', 'showPasswordOnCreate', 'userConfirmed'],
];

describe('Create or Update', () => {
	const names = upsert.fields.filter(({ name }) => name === 'additionalFields').flatMap((group) => fieldsIn(group).map(({ name }) => name));

	test('has a value here for each of its fields', () => expect([...Object.keys(VALUES), ...OF_CREATION].sort()).toEqual([...names].sort()));

	test.each(Object.keys(VALUES))('with %s changes somebody once', async (name) => {
		const { UserId, Email } = club.sandbox.act.addAthlete({ ClientStage: 'Lead' });
		const parameters = { resource: 'athlete', operation: 'upsert', email: Email, additionalFields: { [name]: VALUES[name] } };
		const first = await club.run(parameters);
		expect([first.error, first.rows[0].UserId, writes().length]).toEqual([undefined, UserId, 1]);
		const { rows } = await club.run(parameters);
		expect([rows[0].Outcome, writes()]).toEqual(['Unchanged', []]);
	});
});

/** Next year, whose dates lie ahead. */
const YEAR = new Date().getUTCFullYear() + 1;

test.each([
	['the same moment as before', `${YEAR}-02-01T00:00:00+01:00`, `${YEAR}-01-31T23:00:00Z`, false, {}],
	['another day', `${YEAR}-02-01T00:00:00+01:00`, `${YEAR}-02-03T00:00:00+01:00`, true, {}],
	[
		'another day, of one that lies ahead',
		`${YEAR}-02-01T00:00:00Z`,
		`${YEAR}-02-03T00:00:00Z`,
		true,
		{ suspensionStartUTC: `${YEAR}-01-20T00:00:00Z` },
	],
])('a freeze until %s says whether it replaces one', async (_, first, second, isReplaced, additionalFields) => {
	const { UserId } = club.sandbox.act.addAthlete();
	const { UserClassSubscriptionId: id } = club.sandbox.act.addSubscription(UserId, {
		From: `${YEAR - 1}-01-01T00:00:00Z`,
		To: `${YEAR + 1}-01-01T00:00:00Z`,
	});
	const freeze = async (reactivationDate: string) => {
		const freeze = { userSubscriptionId: locator('id', id), suspensionEnd: 'onDate', reactivationDate, additionalFields };
		const { error, hints } = await club.run(parametersOf('membership.suspend', freeze));
		expect(error).toBeUndefined();
		return hints.some(({ message }) => message.includes('was already frozen'));
	};
	expect([await freeze(first), await freeze(second)]).toEqual([false, isReplaced]);
});

/** The options that only the node knows, by operation. */
const switches = operations.flatMap((one) =>
	one.operation.fields
		.filter(({ name }) => name === 'options')
		.flatMap(fieldsIn)
		.filter(({ type, api }) => type === 'boolean' && api === false)
		.map((field) => ({ ...one, option: field.name })),
);

test.each(switches)('$name $option that is off is as if nobody had added it', async ({ resource, operation, option }) => {
	const { parameters, items } = exampleOf(club.sandbox.club, resource, operation);
	const run = async (options: IDataObject) => {
		skip(3_600_000);
		const guarded = { ...options, ...(mayWrite(operation) && { dryRun: true }) };
		const { rows, error } = await club.run({ ...parameters, options: guarded }, { items: items.slice(0, 1) });
		return [error?.message, club.calls(), resource.value === 'club' ? rows.length : asText(rows)];
	};
	const own = { ...(parameters.options as IDataObject) };
	delete own[option];
	expect(await run({ ...own, [option]: false })).toEqual(await run(own));
});
