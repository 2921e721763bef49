import { MAX_COUNT } from '../../shared/api/limits';
import { byIdDirection, clientStage, filtersById } from '../fields';
import { onlyChangesOptions, readCurrentRows, setProperty } from '../onlyChanges';
import type { Resource } from '../operation';
import { ByEmail, defineOperation } from '../operation';
import { contact as who } from '../pickers/contacts';
import { email } from './athlete/fields';

const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get contact',
	description: 'Retrieve a contact by ID or email',
	calls: ['GET /Contacts/{userId}', 'GET /Contacts/ByEmail'],
	fields: [who],
	run: async (club, { userId }) =>
		userId instanceof ByEmail
			? await club.findByEmail(userId.email, userId.lookUp)
			: await club.send('GET /Contacts/{userId}', { params: { userId } }),
});

const getByEmail = defineOperation({
	value: 'getByEmail',
	name: 'Get by Email',
	action: 'Get contact by email',
	description: 'Retrieve the contact who has an email address',
	calls: ['GET /Contacts/ByEmail'],
	fields: [email],
	lookUp: 'GET /Contacts/ByEmail',
	run: async (club, values) => await club.findByEmail(values.email, 'GET /Contacts/ByEmail'),
});

const getAll = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Retrieve a list of contacts',
	calls: ['GET /Contacts'],
	fields: [filtersById],
	list: { maxCount: MAX_COUNT.contacts, orderedBy: 'UserId', direction: byIdDirection },
});

const setClientStage = defineOperation({
	value: 'setClientStage',
	name: 'Set Client Stage',
	action: 'Set client stage of contact',
	description: 'Set how far a contact has come: lead, qualified, prospect or client',
	calls: ['PUT /Contacts/{userId}/ClientStage'],
	fields: [who, clientStage, onlyChangesOptions],
	prepare: readCurrentRows('GET /Contacts'),
	run: async (club, values) =>
		await setProperty(club, 'PUT /Contacts/{userId}/ClientStage', values, 'ClientStage', values.clientStage),
});

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'Somebody whom the club knows, but who has not joined',
	operations: [get, getByEmail, getAll, setClientStage],
};
