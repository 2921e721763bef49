import type { IDataObject } from 'n8n-workflow';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { listedAthletes, type Club } from '../../sandbox/club.mts';
import type { Athlete } from '../../sandbox/types.mts';
import { locator } from '../host/engine.mts';

/** How many records an example shows, so that what is sometimes null is seen with a value too. */
const RECORDS = 10;

/** The day of the examples, so that they are the same each time. */
export const NOW = new Date('2026-11-21T12:00:00Z');

/** An address on this machine where nothing answers, which is how a webhook subscription fails. */
const URL_OF_NOBODY = 'http://127.0.0.1:9/webhook';

const take = <T,>(rows: Iterable<T>): T[] => [...rows].slice(0, RECORDS);

/** Somebody who does not take part in a class yet; another one for each index. */
function absentFrom(club: Club, classId: number, index: number): Athlete {
	const present = new Set(club.bookings.filter(({ ClassId }) => ClassId === classId).map(({ UserId }) => UserId));
	return listedAthletes(club).filter(({ UserId }) => !present.has(UserId))[100 + index];
}

/** Values of the parameters for several records of a club, by parameter name. */
function itemsFor(club: Club, resource: string, operation: string): IDataObject[] {
	const early = new Set(
		listedAthletes(club)
			.slice(0, 100)
			.map(({ UserId }) => UserId),
	);
	const bookings = take(club.bookings.filter(({ UserId }) => early.has(UserId)));
	// An award is seen only while its athlete is in the club.
	const awards = take([...club.awards.values()].filter(({ UserId }) => club.athletes.has(UserId)));
	const [trainings, contacts, memberships] = [club.trainings, club.contacts, club.userSubscriptions].map((rows) =>
		take<IDataObject>(rows.values() as Iterable<IDataObject>),
	);
	const challenges = [...club.challenges.keys()];
	const products = [...club.products.keys()];
	const strangers = [...club.otherUsers.keys()];
	const subscriptions = [...club.webhookSubscriptions.keys()];
	return bookings.map(({ ClassId, UserId }, index) => {
		const person = resource === 'contact' ? contacts[index] : (club.athletes.get(UserId) as IDataObject);
		const joining = [`new${index}@example.com`, strangers[index], person.Email][index % 3];
		return {
			userId: resource === 'booking' && operation === 'create' ? absentFrom(club, ClassId, index).UserId : person.UserId,
			email: operation === 'create' || operation === 'upsert' ? joining : person.Email,
			classId: ClassId,
			achievedBadgeId: awards[index].AchievedBadgeId,
			trainingId: trainings[index].TrainingId,
			userSubscriptionId: memberships[index].UserClassSubscriptionId,
			challengeId: challenges[index % challenges.length],
			classSubscriptionId: products[index % products.length],
			classSubscriptionPlanId: [111, 122, 131][index % 3],
			subscriptionId: subscriptions[0],
			subject: index % 2 ? 'Classes' : `Athletes/${UserId}`,
			eventType: index % 2 ? 'Class.Updated' : 'Athlete.Updated',
		};
	});
}

/** Values that are the same for every record. */
const FIXED: Readonly<Record<string, unknown>> = {
	method: 'GET',
	path: '=/Athletes/{{ $json.userId }}',
	query: 'an',
	calendarType: 'Club',
	summary: 'attendance',
	clientStage: 'Client',
	isGuest: true,
	from: '2026-11-21T00:00:00',
	to: '2026-12-24T00:00:00',
	url: URL_OF_NOBODY,
	eventTypes: ['Athlete.Created'],
};

/** Dates that lie ahead. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

/** What else some operations need, by resource and operation. */
const MORE: Readonly<Record<string, IDataObject>> = {
	'athlete.create': { additionalFields: { showPasswordOnCreate: true } },
	'athlete.update': { updateFields: { phone: '+46 40 1' } },
	'club.getCallBudget': { options: { ask: true } },
	'membership.create': { maxActivities: 10 },
	'membership.suspend': { suspensionEnd: 'onDate', reactivationDate: `${NEXT_YEAR}-01-02T00:00:00` },
	'membership.update': { updateFields: { to: `${NEXT_YEAR}-06-01T00:00:00` } },
	'webhookSubscription.update': { updateFields: { eventTypes: ['Athlete.Created', 'Athlete.Deleted'] } },
};

function parametersOf({ value: resource }: Resource, operation: AnyOperation): IDataObject {
	const values: IDataObject = { resource, operation: operation.value, ...(operation.list && { returnAll: true }) };
	for (const { name, type, required } of operation.fields) {
		if (!required) continue;
		const given = (FIXED[name] ?? `={{ $json.${name} }}`) as string;
		values[name] = type === 'resourceLocator' ? locator('id', given) : given;
	}
	return { ...values, ...MORE[`${resource}.${operation.value}`] };
}

/** Parameters and input items with which an operation does its work on a club, for several records where it can. */
export interface Example {
	parameters: IDataObject;
	items: IDataObject[];
}

/** Whether an example works on one record only: there is one, or nothing names it. */
export const isOfOneRecord = (resource: Resource, operation: AnyOperation): boolean =>
	resource.value === 'webhookSubscription' || !operation.fields.some(({ required }) => required);

/** An example of an operation, made from what a club holds at the moment. */
export function exampleOf(club: Club, resource: Resource, operation: AnyOperation): Example {
	club.webhookSubscriptions.set('ws_1', {
		SubscriptionId: 'ws_1',
		Url: `${URL_OF_NOBODY}/of/another`,
		EventTypes: ['Athlete.Created'],
		ProvisioningState: 'Succeeded',
	});
	const all = itemsFor(club, resource.value, operation.value);
	return { parameters: parametersOf(resource, operation), items: isOfOneRecord(resource, operation) ? all.slice(0, 1) : all };
}
