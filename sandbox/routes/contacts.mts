import { visibleRows, byId, paged, type Api, type Call } from '../api.mts';
import { contactByEmail } from '../club.mts';
import { found } from '../refusal.mts';
import { shownContact } from '../shown.mts';
import type { Contact } from '../types.mts';
import type { Changes } from '../changes.mts';
import { emailFrom, matchedByEmail, PAGING, stageFrom } from './athletes.mts';

const contactOr404 = ({ club, params }: Call): Contact => found(club.contacts.get(params.userId), 'The contact');

/** Contacts: people who are not athletes of the club yet (§4.8). */
export function contactRoutes(api: Api, changes: Changes): void {
	api.route('GET /Contacts', {
		query: PAGING,
		handle: (call) =>
			paged(call, {
				...byId(call, visibleRows(call, [...call.club.contacts.values()]), ({ UserId }) => UserId),
				show: (contact) => shownContact(call.dialect, contact),
				default: 500,
				max: 1000,
			}),
	});
	api.route('GET /Contacts/ByEmail', {
		query: ['email'],
		show: shownContact,
		handle: (call) => found(matchedByEmail(call, contactByEmail(call.club, emailFrom(call))), 'A contact with this email address'),
	});
	api.route('GET /Contacts/{userId}', { show: shownContact, handle: contactOr404 });
	api.route('PUT /Contacts/{userId}/ClientStage', {
		body: ['ClientStage'],
		show: shownContact,
		handle: (call) => {
			const stage = stageFrom(call);
			const contact = contactOr404(call);
			changes.setStage(call.club, contact as Contact & { ClientStage: typeof stage }, stage);
			return contact;
		},
	});
}
