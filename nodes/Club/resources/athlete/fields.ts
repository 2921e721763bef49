import { PASSWORD_LENGTH } from '../../../shared/api/limits';
import { additionalProperties } from '../../fields/fields';
import type { Field } from '../../fields/field';
import * as check from '../../fields/checks';
import { plainDate } from '../../fields/dates';

export const ATHLETE_PROPERTIES = ['FirstMidName', 'LastName', 'Email', 'Phone', 'ClientStage', 'IsGuest', 'IsDemo', 'UserId'] as const;

export const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	check: check.email,
	description: "The person's email address, e.g. nathan@example.com. The platform may email them.",
} as const satisfies Field;

export const firstMidName = {
	displayName: 'First Name',
	name: 'firstMidName',
	type: 'string',
	placeholder: 'e.g. Nathan',
	default: '',
	check: check.name,
	description: 'The first and middle names of the athlete, e.g. Nathan',
} as const satisfies Field;

export const lastName = {
	displayName: 'Last Name',
	name: 'lastName',
	type: 'string',
	placeholder: 'e.g. Smith',
	default: '',
	check: check.name,
	description: 'The last name of the athlete, e.g. Smith',
} as const satisfies Field;

export const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +46 70 123 45 67',
	default: '',
	check: check.phone,
	description: 'The phone number of the athlete, e.g. +46 70 123 45 67',
} as const satisfies Field;

export const createFields = [
	additionalProperties,
	{
		displayName: 'Birth Date',
		name: 'birthDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		placeholder: 'e.g. 1990-05-21',
		check: plainDate,
		description: "The date of birth, e.g. 1990-05-21. Midnight is its own day, any other time its day in the workflow's timezone.",
	},
	{
		displayName: 'Email Verified',
		name: 'emailVerified',
		type: 'boolean',
		default: true,
		description: 'Whether to mark the email address as verified. If off, an existing verification is kept.',
	},
	firstMidName,
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'options',
		allowArbitraryValues: true,
		options: [{ name: 'Unspecified', value: 'Unspecified' }],
		default: 'Unspecified',
		description: 'The gender of the athlete. The API documents only this value. For another one, use an expression.',
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		hint: 'In cm',
		description: 'The height in centimeters, e.g. 172.5. 0 is not sent.',
	},
	lastName,
	{
		displayName: 'No Email on Create',
		name: 'noEmailOnCreate',
		type: 'boolean',
		default: true,
		blank: 'refused',
		description: 'Whether to keep the platform from emailing the person about the new account',
	},
	{
		displayName: 'Platform Level',
		name: 'platformLevel',
		type: 'number',
		default: 0,
		technical: true,
		description: 'The level at which a new user starts, e.g. 3',
	},
	{
		displayName: 'Platform Level Name',
		name: 'platformLevelName',
		type: 'string',
		default: 'PlatformLevel',
		check: check.name,
		api: false,
		technical: true,
		description: 'The name of the level property in the API: the brand of the platform and Level, e.g. PlatformLevel',
	},
	{
		displayName: 'Sensors',
		name: 'sensors',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add sensor',
		default: {},
		description: 'The heart rate sensors of the athlete',
		options: [
			{
				displayName: 'Sensor',
				name: 'sensor',
				values: [
					{
						displayName: 'Brand',
						name: 'sensorBrand',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. Polar',
						description: 'The brand of the sensor, as the platform names it, e.g. Polar',
					},
					{
						displayName: 'Serial Number',
						name: 'sensorSN',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. 8A2F41',
						description: 'The serial number of the sensor, e.g. 8A2F41',
					},
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
		description: `The password of a new user, with ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, e.g. Rowing-2026`,
	},
	{
		displayName: 'Show Password on Create',
		name: 'showPasswordOnCreate',
		type: 'boolean',
		default: true,
		description: 'Whether to return the generated password of a new user',
	},
	{
		displayName: 'User Confirmed',
		name: 'userConfirmed',
		type: 'boolean',
		default: true,
		description: 'Whether to add an existing user of the platform immediately instead of inviting them',
	},
	{
		displayName: 'Weight',
		name: 'weight',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		hint: 'In kg',
		description: 'The weight in kilograms, e.g. 68.5. 0 is not sent.',
	},
] as const satisfies readonly Field[];
