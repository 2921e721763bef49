import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import type { FreeCall } from '../shared/api/endpoints';
import { endpointOf, knownCall, maxCountOf, methodOf, pathNames } from '../shared/api/endpoints';
import { timeOf } from '../shared/api/time';
import { plansIn } from '../shared/records/memberships';
import { rowsOf } from '../shared/records/paging';
import { clock } from '../shared/transport/process';
import { InvalidInput, orAbsent } from '../shared/transport/errors';
import { isObject, textOf } from '../shared/transport/json';
import { pathOf } from '../shared/transport/send';
import { withoutPasswords, withoutTokens } from '../shared/transport/secrets';
import { codeAt, judge } from './confirmation';
import type { AnyOperation, SummaryNames } from './operation';
import type { AnyValues } from './options';
import { personName } from './pickers/people';
import { called } from './pickers/picker';
import { apiName, bodyOf } from './plan';
import type { Session } from './session';
import type { PlannedWrite } from './writes';

/** Max length of a name and of a sentence in a summary, in characters. */
const LONGEST = { name: 60, sentence: 400 } as const;

/** A text on one line, without markup and invisible characters: a record may contain anything, and an assistant reads it. */
export function plainLine(text: unknown, max: number = LONGEST.name): string {
	const line = String(text ?? '')
		.replace(/[\s\p{C}]+/gu, ' ')
		.replace(/[<>[\]{}`*|\\~#]/g, '')
		.trim();
	const characters = [...line];
	return characters.length > max ? `${characters.slice(0, max).join('').trim()}…` : line;
}

/** The record that a write changes, as the club shows it now. */
interface Sight {
	/** The read that shows the record. */
	path: string;
	/** The record or an array of records; undefined if there is none. */
	shown?: IDataObject;
	/** Whether the club was really asked. */
	isRead: boolean;
}

/** The call of a write and the IDs in its path; for a path that the user typed, too. */
function targetOf({ call, params, body }: PlannedWrite): { call: FreeCall; ids: IDataObject } {
	const known = endpointOf(call) ? { call, params } : knownCall(call);
	return {
		call: known?.call ?? call,
		ids: { ...(body?.UserId !== undefined && { userId: body.UserId }), ...known?.params } as IDataObject,
	};
}

/**
 * Reads the record that a write changes; undefined where the API has no such read. A person who is about to be added to a class has no
 * booking yet, so the first run does not read it.
 */
async function readTarget(session: Session, write: PlannedWrite, isConfirming: boolean): Promise<Sight | undefined> {
	const { call, ids } = targetOf(write);
	const { shownBy: read, before } = endpointOf(call) ?? {};
	if (!read || pathNames(read).some((name) => ids[name] === undefined)) return undefined;
	if (read === 'GET /Athletes/ByEmail') {
		const email = textOf(write.body?.Email);
		if (email === '') return undefined;
		return { path: `${read} ${email.toLowerCase()}`, shown: await orAbsent(session.findByEmail(email, read)), isRead: true };
	}
	const path = `${read} ${pathOf(read, ids)}`;
	if (before === 'none' && !isConfirming) return { path, isRead: false };
	const answer = session.request(read, { params: ids });
	return { path, shown: await (before ? orAbsent(answer) : answer), isRead: true };
}

/** A value with its properties and rows sorted: a club may send them in another order next time, and the code must stay the same. */
function ordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => JSON.stringify(ordered(entry))).sort();
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, ordered(value[name])]),
	);
}

/** A record without its nested records, such as the class of a booking, which changes when other people book. */
const withoutNested = (record: unknown): unknown =>
	isObject(record) ? Object.fromEntries(Object.entries(record).filter(([, value]) => !isObject(value))) : record;

/** The names in an expression that read only the clock. */
const CLOCK: ReadonlySet<string> = new Set(['$now', '$today', 'Date', 'DateTime']);

/** Whether a saved parameter is an expression of the current time, which has another value in each run. */
function isClock(saved: unknown): saved is string {
	const names = typeof saved === 'string' && saved.startsWith('=') ? (saved.match(/\$\w+|\bDate(Time)?\b/g) ?? []) : [];
	return names.length > 0 && names.every((name) => CLOCK.has(name));
}

/** The values, with the expression in place of the current time: otherwise the second run would never match the code. */
const asGiven = (values: object, saved: unknown): IDataObject =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const raw = isObject(saved) ? saved[name] : undefined;
			if (isClock(raw)) return [name, raw];
			return [name, isObject(value) && value.constructor === Object ? asGiven(value, raw) : value];
		}),
	) as IDataObject;

/** Everything that a code depends on, as one text. */
function changeOf(session: Session, { value, calls }: AnyOperation, values: AnyValues, sights: ReadonlyArray<Sight | undefined>): string {
	const writes = session.planned.map(({ call, params }) => `${methodOf(call)} ${pathOf(call, params)}`);
	const seen = sights.map((sight) => sight && [sight.path, sight.shown === undefined ? null : ordered(withoutNested(sight.shown))]);
	return JSON.stringify([value, calls, asGiven({ ...values, confirmationCode: undefined }, session.saved), writes, seen]);
}

/** Formats a time briefly in the workflow's timezone; returns any other value as text. */
function timeIn(zone: string): SummaryNames['time'] {
	return (value) => {
		const ms = timeOf(value, zone);
		if (ms === undefined) return plainLine(value);
		const time = DateTime.fromMillis(ms, { zone, locale: 'en' });
		const isFar = Math.abs(ms - clock.now()) > 300 * 24 * 3_600_000;
		return time.toFormat(`d LLL${isFar ? ' yyyy' : ''}${time.equals(time.startOf('day')) ? '' : ' HH:mm'}`);
	};
}

/** `FirstMidName` as `First Mid Name`. */
const inWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** The name and time of a class, or of the class in a booking; undefined if the record has neither. */
function classIn(record: IDataObject, zone: string): string | undefined {
	const nested = isObject(record.Class) ? (record.Class as IDataObject) : {};
	const name = [record.Name, record.Title, record.ClassName, record.ClassTitle, nested.Name, nested.Title].find(Boolean);
	const begin = timeOf(record.Begin ?? nested.Begin, zone);
	const at = begin === undefined ? '' : ` on ${DateTime.fromMillis(begin, { zone, locale: 'en' }).toFormat('ccc d LLL HH:mm')}`;
	return name || at ? `${name ? plainLine(name) : 'the class'}${at}` : undefined;
}

/** The name or email address of the person in a record; empty if the record is about something else. */
const personIn = (record: IDataObject): string => personName(record) || textOf(record.Email);

/** Finds the names for a summary, in the record or from the parameters. Each name that must be looked up costs one call. */
async function namesOf(session: Session, values: AnyValues, sights: ReadonlyArray<Sight | undefined>): Promise<SummaryNames> {
	const { zone, planned } = session;
	const [sight] = sights;
	const record = isObject(sight?.shown) ? sight.shown : undefined;
	const ids = { ...(await session.resolve(values)), ...(planned[0] && targetOf(planned[0]).ids) } as IDataObject;
	const userId = record?.UserId ?? ids.userId;
	const time = timeIn(zone);
	const textFor = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

	async function person(): Promise<string> {
		const known = record && personIn(record);
		if (known) return known;
		const { additionalFields = {}, email } = values as { additionalFields?: IDataObject; email?: string };
		if (email) return personName(bodyOf(additionalFields)) ? `${personName(bodyOf(additionalFields))} (${email})` : email;
		if (userId === undefined) return '';
		const found = await orAbsent(session.request('GET /Athletes/{userId}', { params: { userId } }));
		return (found && personIn(found)) || `the athlete ${String(userId)}`;
	}

	async function product(): Promise<string> {
		if (record?.ProductName) return String(record.ProductName);
		const { classSubscriptionId: id, classSubscriptionPlanId: planId } = ids;
		const bounds = id === undefined ? { withPlans: true, count: maxCountOf('GET /Subscriptions') } : { fromId: id, toId: id, count: 1 };
		if (id === undefined && planId === undefined) return '';
		const products = rowsOf(await session.request('GET /Subscriptions', { query: bounds }));
		const found =
			id === undefined
				? products.flatMap((row) => plansIn(row) ?? []).find((row) => Number(row.ClassSubscriptionPlanId) === Number(planId))
				: products.find((row) => Number(row.ClassSubscriptionId) === Number(id));
		return id === undefined ? called(found ?? {}, 'plan', planId) : called(found ?? {}, 'product', id);
	}

	async function scheduledClass(): Promise<string> {
		const { classId } = ids;
		if (classId === undefined) return '';
		const shown =
			record ?? (sight?.isRead ? {} : ((await orAbsent(session.request('GET /Classes/{classId}', { params: { classId } }))) ?? {}));
		return classIn(shown, zone) ?? `the class ${String(classId)}`;
	}

	const [personText, productText] = [plainLine(await person()), plainLine(await product())];
	// An assignment may lack the name of its product. Looking it up would cost one more call.
	const unnamed = record?.To ? `membership (product ${plainLine(record.ClassSubscriptionId)}, until ${time(record.To)})` : 'membership';
	const membership = productText ? `${productText} membership` : unnamed;
	return {
		person: personText,
		product: productText,
		membership: personText ? `${personText}'s ${membership}` : `the ${membership}`,
		class: await scheduledClass(),
		record,
		time,
		values: (properties) =>
			Object.entries(withoutPasswords(bodyOf(properties as IDataObject)))
				.map(([name, value]) => {
					const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
					return `${inWords(apiName(name))} ${isTime ? time(value) : plainLine(textFor(value))}`;
				})
				.join(', '),
	};
}

/** A sentence that says what a change would do. */
async function summaryOf(
	session: Session,
	operation: AnyOperation,
	values: AnyValues,
	sights: ReadonlyArray<Sight | undefined>,
): Promise<string> {
	const names = await namesOf(session, values, sights);
	const sentence = withoutTokens(plainLine(operation.summary?.(names, values) ?? operation.action, LONGEST.sentence));
	if (session.planned.length === 0) return `Nothing would change: ${sentence}`;
	if (!sights.includes(undefined)) return sentence;
	return `${sentence}. The API does not show this change, so using the code twice makes it twice`;
}

/**
 * The summary of a change and the code that confirms it; undefined if the right code was given, so that the change is made. The code is
 * signed with the key of the club and not stored. It depends on the parameters and on the current record, so a used code no longer
 * matches, in any process.
 * @param session a dry run of the change
 * @throws InvalidInput with a new code if the given one does not match
 */
export async function showUnlessConfirmed(session: Session, operation: AnyOperation, values: AnyValues): Promise<IDataObject | undefined> {
	const { confirmationCode: given } = values;
	const sights: Array<Sight | undefined> = [];
	for (const write of session.planned) sights.push(await readTarget(session, write, given !== undefined));
	const change = changeOf(session, operation, values, sights);
	const sign = (text: string): Buffer => session.sign(text);
	const now = clock.now();
	const judged = given === undefined ? undefined : judge(given, now, sign, change);
	if (judged === 'good') return undefined;
	const summary = await summaryOf(session, operation, values, sights);
	const { code: confirm, until } = codeAt(now, sign, change);
	const validUntil = DateTime.fromMillis(until, { zone: session.zone }).toISO({ suppressMilliseconds: true });
	if (judged === undefined) return { confirm, wouldSend: session.planned.map(({ shown }) => shown), summary, validUntil };
	const message = judged === 'late' ? 'The confirmation code has expired' : 'The confirmation code does not match this change';
	const why =
		judged === 'late'
			? 'A code is valid for 10 to 20 minutes.'
			: 'A code is valid for one club, for the parameters it was shown with, and until the record changes. If it was used before, the change has already been made.';
	throw new InvalidInput(
		message,
		`${why} Nothing was sent. Show this change again and wait for a yes: ${summary}. The new code is ${confirm}, valid until ${validUntil}.`,
	);
}
