import { PASSWORD_LENGTH } from '../../../shared/api/limits';
import { additionalProperties } from '../../fields';
import type { Field } from '../../field';
import * as check from '../../values';

/** Properties of an athlete that the spec names (§2.1): what Simplify keeps. */
export const ATHLETE_PROPERTIES = ['FirstMidName', 'LastName', 'Email', 'Phone', 'ClientStage', 'IsGuest', 'IsDemo', 'UserId'] as const;

/** Said before an athlete is created, since a mail cannot be taken back. */
export const MAIL_NOTICE =
	'The platform may email this person: about a new account, unless you add "No Email on Create", or with an invitation to the club.';

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
		typeOptions: { dateOnly: true },
		default: '',
		placeholder: 'e.g. 1990-05-21',
		check: check.plainDate,
		description: 'A plain date, e.g. 1990-05-21; of a date with a time, the time is left aside',
	},
	{
		displayName: 'Email Verified',
		name: 'emailVerified',
		type: 'boolean',
		default: true,
		description: 'Whether to mark the email address as verified. False never removes a verification.',
	},
	firstMidName,
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'options',
		allowArbitraryValues: true,
		options: [{ name: 'Unspecified', value: 'Unspecified' }],
		default: 'Unspecified',
		description: 'The gender as the platform names it. Another name than this one, which alone is documented, is given by an expression.',
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		hint: 'In cm',
		description: 'In centimeters, e.g. 172.5; 0 is left out',
	},
	lastName,
	{
		displayName: 'No Email on Create',
		name: 'noEmailOnCreate',
		type: 'boolean',
		default: true,
		description: 'Whether the person gets no email about the new account. Left out, the platform may send one.',
	},
	{
		displayName: 'Platform Level',
		name: 'platformLevel',
		type: 'number',
		default: 0,
		technical: true,
		description: 'Starting level of a new user, e.g. 3; 0 is the default level',
	},
	{
		displayName: 'Platform Level Name',
		name: 'platformLevelName',
		type: 'string',
		default: 'PlatformLevel',
		api: false,
		technical: true,
		description: 'Name under which the platform takes the level: the brand of the platform, then Level, e.g. PlatformLevel',
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
					{
						displayName: 'Brand',
						name: 'sensorBrand',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. Polar',
						description: 'Brand of the sensor as the platform names it, e.g. Polar',
					},
					{
						displayName: 'Serial Number',
						name: 'sensorSN',
						type: 'string',
						required: true,
						default: '',
						placeholder: 'e.g. 8A2F41',
						description: 'Number on the sensor, e.g. 8A2F41',
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
		description: `Password of a new user, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, e.g. Rowing-2026`,
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
		description: 'Whether to add an existing user of the platform at once instead of inviting',
	},
	{
		displayName: 'Weight',
		name: 'weight',
		type: 'number',
		typeOptions: { numberPrecision: 2 },
		default: 0,
		hint: 'In kg',
		description: 'In kilograms, e.g. 68.5; 0 is left out',
	},
] as const satisfies readonly Field[];
