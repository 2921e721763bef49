import type { IDataObject } from 'n8n-workflow';
import { called, fullNameOf, personName } from '../../shared/api/facts';
import { internalPages, readProduct } from '../../shared/lists/pages';
import { attempt, ClubError } from '../../shared/transport/errors';
import type { Field } from '../fields/field';
import { OfPerson, type ByEmail, type ByNameAndTime } from '../fields/namedRecords';
import type { AnyOperation } from '../operation';
import type { Plan } from './plan';
import type { Session } from '../calls/session';

/** What a value that chooses a record stands for, in words, with what is read for it. @throws ClubError if there is no such record */
async function subjectOf(session: Session, { name, displayName }: Field, value: unknown, isRead: boolean): Promise<IDataObject> {
	const isPlainId = typeof value === 'number';
	if (isPlainId && !isRead) return {};
	if (name === 'userId') {
		const call = displayName === 'Contact' ? 'GET /Contacts/{userId}' : 'GET /Athletes/{userId}';
		return { [displayName]: fullNameOf(await session.person(call, value as number | ByEmail)) };
	}
	if (name === 'classId') {
		const scheduled = await session.classOf(value as number | ByNameAndTime);
		return { Class: called(scheduled, 'Class', scheduled.ClassId), Begin: scheduled.Begin };
	}
	if (name === 'userSubscriptionId') {
		const { UserId, ProductName, ClassSubscriptionId, From, To } = await session.membershipOf(value as number | OfPerson);
		const owner = await session.person('GET /Athletes/{userId}', value instanceof OfPerson ? value.person : (UserId as number));
		return { Athlete: fullNameOf(owner), Membership: (ProductName ?? `Product ${String(ClassSubscriptionId)}`) as string, From, To };
	}
	if (name !== 'classSubscriptionId' || !isPlainId) return {};
	const product = await readProduct(session.request, value);
	if (product) return { Product: called(product, 'Product', value) };
	throw new ClubError(`The club has no product with the ID ${value}`, { description: 'Check the ID.', status: 404 });
}

/**
 * The records that a change is about, in words, for a model and the person who approves. A preview reads them all, so that it refuses what
 * does not exist; a change reads only those that it looks up anyway. @throws ClubError
 */
export async function subjectsOf(operation: AnyOperation, { values, isDryRun }: Plan, session: Session): Promise<IDataObject> {
	const about: IDataObject = {};
	for (const field of operation.fields) {
		const value = values[field.name];
		if (field.type === 'resourceLocator' && value !== undefined) Object.assign(about, await subjectOf(session, field, value, isDryRun));
	}
	return about;
}

const NAME_PAGES = 5;

/**
 * Rows of people with the name of each, for a model, if the first pages of the list of athletes have it. Pages are kept for a minute. The
 * others go without names, and a hint says so.
 */
export async function withNames(session: Session, rows: readonly IDataObject[]): Promise<IDataObject[]> {
	const missing = new Set(rows.filter((row) => personName(row) === '').map(({ UserId }) => UserId));
	const names = new Map<unknown, string>();
	const list = 'GET /Athletes';
	const read = async () => {
		let pagesLeft = NAME_PAGES;
		for await (const page of internalPages(list, {}, async (query) => await session.readCached(list, query))) {
			for (const row of page.rows) if (missing.delete(row.UserId)) names.set(row.UserId, fullNameOf(row));
			if (missing.size === 0 || --pagesLeft === 0 || session.isLate) break;
		}
	};
	if (missing.size > 0) await attempt(read());
	if (missing.size > 0) session.hint(`The names of ${missing.size} people could not be read: get them by their UserId`);
	return rows.map((row) => ({ ...(names.has(row.UserId) && { Athlete: names.get(row.UserId) }), ...row }));
}
