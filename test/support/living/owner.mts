import type { Act, Way } from '../../../sandbox/living/acts.mts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TWO_WEEKS = 14 * DAY;
const MONTH = 30 * DAY;

/** Something that the owner of a club wants to be told. Times are ms since the epoch. */
export interface Wish {
	event: string;
	subject: string;
	/** From when on it is so, and until when. */
	from: number;
	until: number;
	/** Since when the opposite was so, which a poll must have seen; `from` where it need not. */
	before: number;
	/** The owner does not mind if it is told or not. */
	isEither?: boolean;
	/** It came too late for the settings of the poll, follows what was over before the first one, or needs a payment that no poll has seen. */
	isLate?: boolean;
	/** Whether two polls in a row, at these times, can know that a place is free: who left between them may still be booked for all they know. */
	seesFree?(first: number, second: number): boolean;
}

/** What the owner asks for: from when on, and of which memberships. */
export interface Watch {
	since: number;
	/** Memberships of these kinds really end. */
	ways: readonly Way[];
}

interface Span<V> {
	value: V;
	from: number;
	until: number;
}

type Of<D extends Act['did']> = Extract<Act, { did: D }>;

const are = <D extends Act['did']>(acts: readonly Act[], ...did: D[]): Array<Of<D>> =>
	acts.filter((act): act is Of<D> => (did as string[]).includes(act.did));

/** What is so and for how long, by what had happened until each act and each of the points in time. */
function spansOf<V>(acts: readonly Act[], points: readonly number[], valueAt: (past: readonly Act[], at: number) => V): Array<Span<V>> {
	const spans: Array<Span<V>> = [];
	let happened = 0;
	for (const at of [...new Set([...acts.map((act) => act.at), ...points])].sort((a, b) => a - b)) {
		while (happened < acts.length && acts[happened].at <= at) happened++;
		const value = valueAt(acts.slice(0, happened), at);
		const last = spans.at(-1);
		if (last && JSON.stringify(last.value) === JSON.stringify(value)) continue;
		if (last) last.until = at;
		spans.push({ value, from: at, until: Infinity });
	}
	return spans;
}

/** The spans in which something is there, whatever changes of it meanwhile: `gone` after a removal, undefined where it is not seen. */
function presenceIn<V>(spans: ReadonlyArray<Span<V>>, isGone: (value: V) => boolean): Array<Span<'there' | 'gone' | undefined>> {
	const presence: Array<Span<'there' | 'gone' | undefined>> = [];
	for (const { value, from, until } of spans) {
		const state = isGone(value) ? 'gone' : value === undefined ? undefined : 'there';
		const last = presence.at(-1);
		if (last && last.value === state) last.until = until;
		else presence.push({ value: state, from, until });
	}
	return presence;
}

/** A list of wishes that grows. */
class Wishes {
	readonly list: Wish[] = [];

	constructor(private readonly since: number) {}

	add(event: string, subject: string, from: number, more: Partial<Wish> = {}): void {
		if (from > this.since) this.list.push({ event, subject, from, until: Infinity, before: from, ...more });
	}

	/** Wants to know when something comes and goes. */
	comesAndGoes<V>([comes, goes]: [string, string], subject: string, spans: ReadonlyArray<Span<V>>, isGone: (value: V) => boolean): void {
		const presence = presenceIn(spans, isGone);
		this.when(comes, subject, presence, (now, before) => now === 'there' && before !== now);
		this.when(goes, subject, presence, (now, before) => now === 'gone' && before === 'there');
	}

	/** Wants to know when one state follows another. Undefined is no state: somebody is not there, or a class is too far ahead. */
	when<V>(
		event: string,
		subject: string,
		spans: ReadonlyArray<Span<V>>,
		isWanted: (now: V, before: V | undefined) => boolean,
		more: Partial<Wish> = {},
	): void {
		spans.forEach(({ value, from, until }, index) => {
			const last = index > 0 ? spans[index - 1] : undefined;
			if (!isWanted(value, last?.value)) return;
			this.add(event, subject, from, { until, before: last && last.value !== undefined ? last.from : from, ...more });
		});
	}
}

/** Somebody's stage and how often their phone changed; undefined while they are not there. */
function personAt(past: readonly Act[]): { stage: string; phones: number } | undefined {
	let person: { stage: string; phones: number } | undefined;
	for (const act of past) {
		if (act.did === 'joins' || act.did === 'contact comes') person = { stage: act.stage, phones: 0 };
		else if (act.did === 'leaves' || act.did === 'contact goes') person = undefined;
		else if (person && (act.did === 'reaches stage' || act.did === 'contact reaches stage')) person = { ...person, stage: act.stage };
		else if (person && (act.did === 'changes phone' || act.did === 'contact changes phone'))
			person = { ...person, phones: person.phones + 1 };
	}
	return person;
}

/** Who comes, changes and goes; and who is a client for the first time in this club, or again. */
function ofPerson(wishes: Wishes, kind: 'Athlete' | 'Contact', who: number, acts: readonly Act[]): void {
	const subject = `${kind}s/${who}`;
	const spans = spansOf(acts, [], personAt);
	wishes.when(`${kind}.Updated`, subject, spans, (now, before) => !!now && !!before);
	wishes.comesAndGoes([`${kind}.Created`, `${kind}.Deleted`], subject, spans, (now) => !now);
	const stages = spansOf(acts, [], (past) => personAt(past)?.stage);
	wishes.when(`${kind}.StageChanged`, subject, stages, (now, before) => !!now && now !== (before ?? 'Lead'));
}

/** Who stays at a stage, reaches a level, comes, stays away, comes less often or never. */
function ofAthlete(wishes: Wishes, who: number, acts: readonly Act[], { since }: Watch): void {
	const subject = `Athletes/${who}`;
	const visits = are(acts, 'visits').map(({ at }) => at);
	const joined = (past: readonly Act[]) => {
		const last = are(past, 'joins', 'leaves').at(-1);
		return last?.did === 'joins' ? last.at : undefined;
	};
	const steps = are(acts, 'joins', 'reaches stage').map(({ at }) => Math.max(at, since) + TWO_WEEKS);
	const stays = spansOf(acts, steps, (past, at) => {
		if (!joined(past)) return undefined;
		const stage = are(past, 'joins', 'reaches stage').at(-1)!;
		return at - Math.max(stage.at, since) >= TWO_WEEKS && stage.stage;
	});
	wishes.when('Athlete.StaysAtStage', subject, stays, (now) => !!now);
	const levels = spansOf(acts, [], (past) => joined(past) && (are(past, 'reaches level').at(-1)?.level ?? 0));
	wishes.when('Athlete.LevelChanged', subject, levels, (now, before) => now !== undefined && before !== undefined);
	const joins = new Set(are(acts, 'joins').map(({ at }) => at));
	for (const { badge, earned, at } of are(acts, 'shows badge'))
		if (earned > at - 7 * DAY) wishes.add('Badge.Awarded', `${subject}/Badges/${badge}`, at, { isLate: joins.has(at) });
	for (const { training, began, at } of are(acts, 'uploads training'))
		wishes.add('Training.Created', `Trainings/${training}`, at, { isLate: at - began > 2 * DAY });

	const left = are(acts, 'leaves').map(({ at }) => at);
	visits.forEach((at, index) => {
		const whileThere = { before: joined(acts.filter((act) => act.at <= at))!, until: left.find((one) => one > at) ?? Infinity };
		wishes.add('Athlete.Visited', subject, at, whileThere);
		if (index === 0) wishes.add('Athlete.VisitMilestone', subject, at, { until: whileThere.until });
		else if ([9, 49, 99].includes(index)) wishes.add('Athlete.VisitMilestone', subject, at, whileThere);
	});
	// Who joins again after a single visit looks like somebody new who has just come.
	for (const at of joins)
		if (visits.filter((visit) => visit < at).length === 1) wishes.add('Athlete.VisitMilestone', subject, at, { isEither: true });
	const count = (from: number, to: number) => visits.filter((at) => at > from && at <= to).length;
	const later = visits.flatMap((at) => [at + MONTH, at + 2 * MONTH]);
	const comes = spansOf(acts, later, (past, at) => {
		if (!joined(past)) return undefined;
		return count(at - MONTH, at) > 0 ? 'comes' : count(0, at) > 0 ? 'is away' : 'never came';
	});
	wishes.when('Athlete.Absent', subject, comes, (now, before) => now === 'is away' && before === 'comes');
	wishes.when('Athlete.CameBack', subject, comes, (now, before) => now === 'comes' && before === 'is away');
	const drops = spansOf(acts, later, (past, at) => {
		const earlier = count(at - 2 * MONTH, at - MONTH);
		return joined(past) && earlier >= 4 && count(at - MONTH, at) <= earlier / 2;
	});
	wishes.when('Athlete.VisitsDropping', subject, drops, (now) => now === true);
	const month = are(acts, 'joins').map(({ at }) => Math.max(at, since) + MONTH);
	const never = spansOf(acts, month, (past, at) => {
		const from = joined(past);
		return from && count(0, at) === 0 && at - Math.max(from, since) >= MONTH;
	});
	wishes.when('Athlete.NeverCame', subject, never, (now) => now === true);
}

interface Membership {
	id: number;
	way: Way;
	from: number;
	to: number;
	visits: number;
	left: number;
	isStopped?: boolean;
	freeze?: { from: number; to?: number };
	listedFrom: number;
}

/** The memberships that somebody has, by what happened. */
function membershipsAt(past: readonly Act[]): Membership[] {
	const all = new Map<number, Membership>();
	for (const act of past) {
		if (act.did === 'buys') {
			const { membership: id, way, from, to, visits, listedFrom } = act;
			all.set(id, { id, way, from, to, visits, left: visits, listedFrom });
		} else if (act.did === 'removes membership') all.delete(act.membership);
		else if ('membership' in act && act.did !== 'archives') {
			const one = all.get(act.membership)!;
			if (act.did === 'moves end') one.to = act.to;
			if (act.did === 'has visits left') one.left = act.left;
			if (act.did === 'stops') one.isStopped = true;
			if (act.did === 'freezes') one.freeze = { from: act.from, to: act.to };
			if (act.did === 'is back') delete one.freeze;
		}
	}
	return [...all.values()];
}

const isFrozen = ({ freeze }: Membership, at: number): boolean => !!freeze && freeze.from <= at && at < (freeze.to ?? Infinity);
const isUsedUp = ({ visits, left }: Membership): boolean => visits > 0 && left === 0;

/** Each membership by itself: sold, changed, removed; the last visit of a card; frozen and back. */
function ofMembership(wishes: Wishes, id: number, acts: readonly Act[]): void {
	const subject = `UserSubscriptions/${id}`;
	const freezes = are(acts, 'freezes').flatMap(({ from, to }) => [from, ...(to ? [to, to - TWO_WEEKS] : [])]);
	const points = [...are(acts, 'buys').map(({ listedFrom }) => listedFrom), ...freezes];
	const spans = <V,>(valueAt: (membership: Membership, at: number) => V) =>
		spansOf(acts, points, (past, at) => {
			const [one] = membershipsAt(past);
			return one && one.listedFrom <= at ? valueAt(one, at) : undefined;
		});
	const records = spans((membership) => membership);
	wishes.when('UserSubscription.Updated', subject, records, (now, before) => !!now && !!before);
	wishes.comesAndGoes(['UserSubscription.Created', 'UserSubscription.Deleted'], subject, records, (now) => !now);
	const low = spans(({ visits, left }) => visits > 0 && left <= 1);
	wishes.when('Membership.CreditsLow', subject, low, (now) => now === true);
	const frozen = spans((membership, at) => isFrozen(membership, at));
	wishes.when('Membership.Suspended', subject, frozen, (now) => now === true);
	wishes.when('Membership.Resumed', subject, frozen, (now, before) => now === false && before === true);
	const thaws = spans((membership, at) => isFrozen(membership, at) && (membership.freeze?.to ?? Infinity) - at <= TWO_WEEKS);
	wishes.when('Membership.SuspensionEndsSoon', subject, thaws, (now) => now === true);
}

interface Last {
	id: number;
	state: string;
	/** A card without visits runs on. It is as right to say that nothing has ended as that the one before it has. */
	isOpen: boolean;
}

/** How the last membership of somebody stands: it runs, ends soon or has ended. @param known the id of the one that was the last before */
function lastAt(past: readonly Act[], at: number, ways: readonly Way[], known?: number): Last | undefined {
	const all = membershipsAt(past).filter(({ way, listedFrom }) => ways.includes(way) && listedFrom <= at);
	const byEnd = (rows: Membership[]) => rows.sort((a, b) => a.to - b.to || a.id - b.id).at(-1);
	const archived = are(past, 'archives').map(({ membership }) => membership);
	// Where all visits are used up, or the desk has stopped it or put it away, the end that was known stays.
	const inUse = all.filter((one) => !isUsedUp(one) && !one.isStopped && !archived.includes(one.id));
	const last = byEnd(inUse) ?? all.find(({ id }) => id === known);
	if (!last) return undefined;
	const { id, to, from } = last;
	const isOpen = all.some((one) => isUsedUp(one) && at <= one.to);
	if (at > to) return { id, isOpen, state: 'ended' };
	if (to - from < TWO_WEEKS) return { id, isOpen, state: 'short' };
	return { id, isOpen, state: at >= to - TWO_WEEKS ? 'ends soon' : 'runs' };
}

/** A membership really ends: warn once within 14 days before, say when it has ended, and when it goes on after all. */
function ofMember(wishes: Wishes, who: number, acts: readonly Act[], { ways, since }: Watch): void {
	const ends = are(acts, 'buys', 'moves end').flatMap(({ to }) => [to - TWO_WEEKS, to + SECOND]);
	const listed = are(acts, 'buys').map(({ listedFrom }) => listedFrom);
	let known: Last | undefined;
	const spans = spansOf(acts, [...ends, ...listed], (past, at) => (known = lastAt(past, at, ways, known?.id)));
	const early = acts.filter(({ at }) => at <= since);
	const isOver = (id: number) =>
		[...are(early, 'archives', 'stops'), ...are(early, 'has visits left').filter(({ left }) => left === 0)].some(
			({ membership }) => membership === id,
		);
	const isRemoved = (id: number, from: number) =>
		are(acts, 'removes membership').some(({ membership, at }) => membership === id && at === from);
	spans.forEach(({ value, from, until }, index) => {
		const before = index > 0 ? spans[index - 1] : undefined;
		if (!value) return;
		const subject = `UserSubscriptions/${value.id}`;
		const was = before?.value?.state;
		const isEither = value.isOpen || before?.value?.isOpen;
		if (value.state === 'ends soon') wishes.add('Membership.EndsSoon', subject, from, { until, isEither });
		if (value.state === 'ended' && was !== 'ended') wishes.add('Membership.Ended', subject, from, { until, isEither });
		const goesOn = before && (was === 'ended' ? value.state !== 'ended' : value.state === 'runs' && was !== 'runs');
		if (goesOn && before.value)
			wishes.add('Membership.Renewed', subject, from, { until, before: before.from, isEither, isLate: isOver(before.value.id) });
		// Of two that were sold by mistake, the one that stays renews as well.
		if (value.state === 'runs' && was === 'runs' && isRemoved(before!.value!.id, from))
			wishes.add('Membership.Renewed', subject, from, { until, isEither: true });
	});
	const starts = are(acts, 'buys', 'freezes').flatMap(({ from, to }) => [from, ...(to ? [to, to + 1] : [])]);
	const statuses = spansOf(acts, [...starts, ...ends], (past, at) => {
		if (!personAt(past)) return undefined;
		const all = membershipsAt(past);
		const isActive = all.some((one) => one.from <= at && at <= one.to && !one.isStopped && !isFrozen(one, at) && !isUsedUp(one));
		return all.length === 0 ? 'None' : isActive ? 'Active' : 'Inactive';
	});
	wishes.when('Membership.Changed', `Athletes/${who}`, statuses, (now, before) => !!now && !!before);
}

interface Lesson {
	begin: number;
	places: number;
	taken: number;
}

/** A class of the next two weeks; `out` when it was taken out before its begin. */
function lessonAt(past: readonly Act[], at: number): Lesson | 'out' | undefined {
	let lesson: Lesson | 'out' | undefined;
	for (const act of past) {
		if (act.did === 'publishes class') lesson = { begin: act.begin, places: act.places, taken: 0 };
		if (act.did === 'takes class out') lesson = 'out';
		if (typeof lesson === 'object' && act.did === 'moves class') lesson.begin = act.begin;
	}
	if (typeof lesson !== 'object') return lesson;
	if (at < lesson.begin - TWO_WEEKS || at >= lesson.begin) return undefined;
	const queued = new Map<number, boolean>();
	for (const act of past) {
		if (act.did === 'books') queued.set(act.who, act.queued);
		if (act.did === 'gets place') queued.set(act.who, false);
		if (act.did === 'cancels') queued.delete(act.who);
	}
	return { ...lesson, taken: [...queued.values()].filter((isQueued) => !isQueued).length };
}

const begins = (acts: readonly Act[]): number[] =>
	are(acts, 'publishes class', 'moves class').flatMap(({ begin }) => [begin - TWO_WEEKS, begin - DAY, begin]);

/** Classes: published, changed, taken out; soon, full, free again, hardly booked. */
function ofLesson(wishes: Wishes, id: number, acts: readonly Act[]): void {
	const subject = `Classes/${id}`;
	const spans = <V,>(valueAt: (lesson: Lesson, at: number) => V) =>
		spansOf(acts, begins(acts), (past, at) => {
			const lesson = lessonAt(past, at);
			return typeof lesson === 'object' ? valueAt(lesson, at) : lesson;
		});
	const calendar = spans(({ begin, places }) => ({ begin, places }));
	wishes.when('Class.Updated', subject, calendar, (now, before) => typeof now === 'object' && typeof before === 'object');
	wishes.comesAndGoes(['Class.Published', 'Class.Unpublished'], subject, calendar, (now) => now === 'out');
	const soon = spans(({ begin }, at) => begin - at <= DAY && begin);
	wishes.when('Class.BeginsSoon', subject, soon, (now) => typeof now === 'number');
	const full = spans(({ places, taken }) => taken >= places);
	const seesFree = (first: number, second: number): boolean => {
		const lesson = lessonAt(
			acts.filter(({ at }) => at <= second),
			second,
		);
		const left = are(acts, 'cancels').filter(({ at, who }) => {
			const booked = are(acts, 'books', 'gets place').findLast((one) => one.who === who && one.at < at);
			return at > first && at <= second && !(booked?.did === 'books' && booked.queued);
		});
		return typeof lesson === 'object' && lesson.taken + left.length < lesson.places;
	};
	wishes.when('Class.Full', subject, full, (now) => now === true, { seesFree });
	wishes.when('Class.PlaceFree', subject, full, (now, before) => now === false && before === true, { seesFree });
	const hardly = spans(({ begin, places, taken }, at) => begin - at <= DAY && taken <= 2 && taken < places && begin);
	const warned = new Set<unknown>();
	wishes.when('Class.HardlyBooked', subject, hardly, (now) => typeof now === 'number' && warned.size < warned.add(now).size);
	// Polls may see only a later time at which a class with the same begin has few participants.
	const again = hardly.filter(({ value }, index) => hardly.findIndex((one) => one.value === value) < index);
	wishes.when('Class.HardlyBooked', subject, again, (now) => typeof now === 'number', { isEither: true });
}

/** Bookings of the classes of the next two weeks: booked, changed, off the waiting list, cancelled. */
function ofBooking(wishes: Wishes, lesson: number, who: number, acts: readonly Act[]): void {
	const subject = `Classes/${lesson}/Participants/${who}`;
	const spansUntil = <V,>(end: number, valueOf: (booking: { begin: number; isQueued: boolean }) => V) =>
		spansOf(acts, begins(acts), (past, at) => {
			const booked = are(past, 'books', 'gets place', 'cancels').at(-1);
			const begin = are(past, 'publishes class', 'moves class').at(-1)?.begin ?? Infinity;
			if (!booked || at < begin - TWO_WEEKS || at >= begin + end) return undefined;
			return booked.did === 'cancels' ? 'cancelled' : valueOf({ begin, isQueued: booked.did === 'books' && booked.queued });
		});
	// A change shortly before the begin is right in the club's own lists after it too.
	const changes = spansUntil(DAY, (booking) => booking);
	wishes.when('ClassParticipant.Updated', subject, changes, (now, before) => typeof now === 'object' && typeof before === 'object');
	const queue = spansUntil(0, ({ isQueued }) => isQueued);
	wishes.comesAndGoes(['ClassParticipant.Created', 'ClassParticipant.Deleted'], subject, queue, (now) => now === 'cancelled');
	wishes.when('ClassParticipant.OffWaitingList', subject, queue, (now, before) => now === false && before === true);
}

/** Groups acts by whom or what they are about, in their order. */
function grouped(acts: readonly Act[], keyOf: (act: Act) => number | string | undefined): Map<number | string, Act[]> {
	const groups = new Map<number | string, Act[]>();
	for (const act of acts) {
		const key = keyOf(act);
		if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), act]);
	}
	return groups;
}

/**
 * What a sensible owner of a club wants to be told, from what happened alone: it reads no list of the club, and knows nothing of
 * the trigger but its settings.
 */
export function wishesOf(acts: readonly Act[], watch: Watch): Wish[] {
	const wishes = new Wishes(watch.since);
	const isContact = ({ did }: Act) => did.startsWith('contact');
	const whoOf = (act: Act) => ('who' in act ? act.who : undefined);
	for (const [who, all] of grouped(acts.filter(isContact), whoOf)) ofPerson(wishes, 'Contact', Number(who), all);
	for (const [who, all] of grouped(
		acts.filter((act) => !isContact(act) && !('lesson' in act)),
		whoOf,
	)) {
		ofPerson(wishes, 'Athlete', Number(who), all);
		ofAthlete(wishes, Number(who), all, watch);
		ofMember(wishes, Number(who), all, watch);
	}
	for (const [id, all] of grouped(acts, (act) => ('membership' in act ? act.membership : undefined))) ofMembership(wishes, Number(id), all);
	for (const [id, all] of grouped(acts, (act) => ('lesson' in act ? act.lesson : undefined))) {
		ofLesson(wishes, Number(id), all);
		const ofClass = all.filter((act) => !('who' in act));
		for (const [who, own] of grouped(all, whoOf))
			ofBooking(
				wishes,
				Number(id),
				Number(who),
				[...ofClass, ...own].sort((a, b) => a.at - b.at),
			);
	}
	return wishes.list;
}
