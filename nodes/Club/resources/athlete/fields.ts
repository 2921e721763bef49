import { PASSWORD_LENGTH } from '../../../shared/api/limits';
import { additionalProperties } from '../../fields';
import type { Field } from '../../field';
import * as check from '../../values';

/** Properties of an athlete that the spec names (§2.1): what Simplify keeps. */
export const ATHLETE_PROPERTIES = [
	'UserId',
	'Email',
	'FirstMidName',
	'LastName',
	'Phone',
	'IsDemo',
	'IsGuest',
	'ClientStage',
] as const;

export const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	placeholder: 'e.g. nathan@example.com',
	default: '',
	check: check.email,
	description: 'The email address of the person, e.g. nathan@example.com',
} as const satisfies Field;

export const firstMidName = {
	displayName: 'First Name',
	name: 'firstMidName',
	type: 'string',
	placeholder: 'e.g. Nathan',
	default: '',
	description: 'First and middle names, e.g. Nathan',
} as const satisfies Field;

export const lastName = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	placeholder: 'e.g. Smith',
	default: '',
	description: 'Family name, e.g. Smith',
} as const satisfies Field;

export const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +46 70 123 45 67',
	default: '',
	description: 'Phone number, e.g. +46 70 123 45 67',
} as const satisfies Field;

/** Optional properties of a new athlete (§2.2). */
export const createFields = [
	additionalProperties,
	{
		displayName: 'Birth Date',
		name: 'birthDate',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 1990-05-21',
		check: check.plainDate,
		description: 'A plain date, e.g. 1990-05-21; the time of day and the timezone are left aside',
	},
	{
		displayName: 'Email Verified',
		name: 'emailVerified',
		type: 'boolean',
		default: false,
		description: 'Whether to mark the email address as verified. False never removes a verification.',
	},
	firstMidName,
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'string',
		default: 'Unspecified',
		description: 'A gender as the platform names it, such as Unspecified',
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		description: 'In centimeters, e.g. 172.5',
	},
	lastName,
	{
		displayName: 'No Email on Create',
		name: 'noEmailOnCreate',
		type: 'boolean',
		default: false,
		description: 'Whether to keep the platform from sending its account-creation email',
	},
	{
		displayName: 'Platform Level',
		name: 'platformLevel',
		type: 'number',
		default: 0,
		description: 'Starting level of a new user; 0 is the default level',
	},
	{
		displayName: 'Sensors',
		name: 'sensors',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add sensor',
		default: {},
		description: 'Heart rate sensors of the athlete',
		options: [
			{
				displayName: 'Sensor',
				name: 'sensor',
				values: [
					{ displayName: 'Brand', name: 'sensorBrand', type: 'string', required: true, default: '', placeholder: 'e.g. Polar', description: 'Brand of the sensor as the platform names it' },
					{ displayName: 'Serial Number', name: 'sensorSN', type: 'string', required: true, default: '', placeholder: 'e.g. 8A2F41', description: 'Number on the sensor, e.g. 8A2F41' },
				],
			},
		],
	},
	{
		displayName: 'Set Password on Create',
		name: 'setPasswordOnCreate',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		check: check.password,
		description: `Password of a new user, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`,
	},
	{
		displayName: 'Show Password on Create',
		name: 'showPasswordOnCreate',
		type: 'boolean',
		default: false,
		description: 'Whether to return the generated password of a new user',
	},
	{
		displayName: 'User Confirmed',
		name: 'userConfirmed',
		type: 'boolean',
		default: false,
		description: 'Whether to add an existing user of the platform at once instead of inviting',
	},
	{
		displayName: 'Weight',
		name: 'weight',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		description: 'In kilograms, e.g. 68.5',
	},
] as const satisfies readonly Field[];
