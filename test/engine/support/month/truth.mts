import { DateTime } from 'luxon';
import { template } from '../../../../dev/demo/templates.mts';
import type { Act } from '../../../../sandbox/living/acts.mts';
import { wishesOf, type Wish } from '../../../support/living/owner.mts';
import type { SentMail } from './month.mts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Of templates with several occasions, the one that a mail is about, by its subject. */
const OCCASIONS: ReadonlyArray<readonly [RegExp, string]> = [
	[/ resumes on /, 'Membership.SuspensionEndsSoon'],
	[/ visits left$/, 'Membership.CreditsLow'],
	[/^\d+ visits: /, 'Athlete.VisitMilestone'],
	[/^Welcome(,|$)/, 'Athlete.StageChanged'],
];

/** From when on a membership is frozen, and until when. */
type Freeze = Pick<Extract<Act, { did: 'freezes' }>, 'from' | 'to'>;

/** What happened to somebody, to a class or to a membership, in order. */
class History {
	private readonly groups = new Map<string, Act[]>();

	constructor(readonly acts: readonly Act[]) {
		for (const act of acts)
			for (const key of ['who', 'lesson', 'membership'] as const)
				if (key in act) {
					const name = `${key} ${(act as unknown as Record<string, number>)[key]}`;
					const group = this.groups.get(name);
					if (group) group.push(act);
					else this.groups.set(name, [act]);
				}
	}

	of = (key: 'who' | 'lesson' | 'membership', id: number, until = Infinity): Act[] =>
		(this.groups.get(`${key} ${id}`) ?? []).filter(({ at }) => at <= until);

	visits = (who: number, from: number, until: number): number =>
		this.of('who', who, until).filter(({ did, at }) => did === 'visits' && at > from).length;

	/** The begin of a class and whether somebody is in it or waits for it, at a moment. */
	bookingAt(lesson: number, who: number, at: number): { begin: number; state: 'booked' | 'queued' } | undefined {
		const acts = this.of('lesson', lesson, at);
		const begin = acts.filter((act) => act.did === 'publishes class' || act.did === 'moves class').at(-1)?.begin;
		const last = acts.filter((act) => 'who' in act && act.who === who).at(-1);
		if (begin === undefined || !last || last.did === 'cancels' || acts.some(({ did }) => did === 'takes class out')) return undefined;
		return { begin, state: last.did === 'books' && last.queued ? 'queued' : 'booked' };
	}

	/** Whether somebody has a place, or waits for one, in a class of which this is so. */
	isIn(who: number, at: number, state: 'booked' | 'queued', isSo: (begin: number, lesson: number) => boolean): boolean {
		const lessons = new Set(this.of('who', who, at).flatMap((act) => ('lesson' in act ? [act.lesson] : [])));
		return [...lessons].some((lesson) => {
			const booking = this.bookingAt(lesson, who, at);
			return booking?.state === state && isSo(booking.begin, lesson);
		});
	}

	/** How the memberships of somebody are frozen, now or later. */
	freezesOf(who: number, at: number): Freeze[] {
		const all = new Map<number, Freeze>();
		for (const act of this.of('who', who, at)) {
			if (act.did === 'freezes') all.set(act.membership, act);
			if (act.did === 'is back' || act.did === 'removes membership') all.delete(act.membership);
		}
		return [...all.values()];
	}
}

/** Whether the owner wants to be told now, within a day. */
const isNow = ({ from, until }: Wish, at: number): boolean => from <= at && at <= Math.min(until, from + DAY);

/** A mail that is not true, and why. */
interface Untrue {
	mail: SentMail;
	why: string;
}

/** Compares the mails of some days with what happened in the club. */
export class Truth {
	private readonly history: History;
	private readonly wishes: Wish[];
	/** The wishes and other occasions that a template has told. */
	private readonly told = new Set<string>();

	/** @param zone of the workflows */
	constructor(
		acts: readonly Act[],
		private readonly since: number,
		private readonly zone: string,
		mails: readonly SentMail[],
	) {
		this.history = new History(acts);
		const withBadge = acts.flatMap((act) => (act.did === 'shows badge' && act.at > since ? [act.who] : []));
		const people = new Set([...mails.flatMap(({ people: ids }) => ids), ...withBadge]);
		// No list shows a membership that was archived before, so nobody speaks of it any more.
		const archived = new Set(acts.flatMap((act) => (act.did === 'archives' && act.at < since ? [act.membership] : [])));
		const concerned = acts.filter((act) => {
			if ('lesson' in act) return act.at > since - 31 * DAY;
			return 'who' in act && people.has(act.who) && !('membership' in act && archived.has(act.membership));
		});
		// As the owner chooses the products of the triggers.
		this.wishes = wishesOf(concerned, { since, ways: ['term', 'card', 'trial'] });
	}

	/** The people who have not exactly one mail for each badge. @param until what the club shows later may wait for the next poll */
	badgesWithoutOneMail(mails: readonly SentMail[], until: number): string[] {
		const counts = new Map<number, { badges: number; later: number; mails: number }>();
		const add = (who: number, kind: 'badges' | 'later' | 'mails') => {
			const count = counts.get(who) ?? { badges: 0, later: 0, mails: 0 };
			counts.set(who, { ...count, [kind]: count[kind] + 1 });
		};
		for (const { event, subject, from, isLate } of this.wishes)
			if (event === 'Badge.Awarded' && !isLate) add(Number(subject.split('/')[1]), from > until ? 'later' : 'badges');
		for (const { file, people } of mails) if (file === 'badge-congratulation.json') for (const who of people) add(who, 'mails');
		return [...counts]
			.filter(([, { badges, later, mails: sent }]) => sent < badges || sent > badges + later)
			.map(([who, count]) => `${who}: ${JSON.stringify(count)}`);
	}

	untrueOf(mails: readonly SentMail[]): Untrue[] {
		const sent: SentMail[] = [];
		return [...mails]
			.sort((a, b) => a.at - b.at)
			.flatMap((mail) => {
				const why = this.whyUntrue(mail, sent);
				sent.push(mail);
				return why ? [{ mail, why }] : [];
			});
	}

	private on = (at: number, format: string): string => DateTime.fromMillis(at, { zone: this.zone }).toFormat(format);

	private whyUntrue(mail: SentMail, sent: readonly SentMail[]): string | undefined {
		const { file, subject, at, people, text } = mail;
		const events = template(file).nodes.flatMap(({ type, parameters }) =>
			/\.club(Poll)?Trigger$/.test(type) ? ((parameters.events ?? []) as string[]) : [],
		);
		const [, occasion] = OCCASIONS.find(([words]) => words.test(subject)) ?? [];
		const wanted = occasion && events.includes(occasion) ? [occasion] : events;
		if (!/^(frontdesk|marketing|coach)@/.test(mail.to) && people.length === 0) return 'nobody in the club has this address';
		if (file === 'slipping-away.json') return this.whyNotSlipping(mail, sent);
		if (file === 'first-30-days.json') return this.whyNotNew(mail);
		if (mail.to.startsWith('coach@')) return this.whyNotEmpty(mail);
		if (mail.to.startsWith('marketing@')) return this.whyNotFrequent(mail);
		const unless = (isSo: (who: number) => boolean, why: string) => (people.some(isSo) ? undefined : why);
		if (file === 'class-reminder.json') {
			const [, time] = / tomorrow at (\d\d:\d\d)$/.exec(subject) ?? [];
			const then = `${this.on(at + DAY, 'yyyy-MM-dd')} ${time}`;
			const isIt = (begin: number) => this.on(begin, 'yyyy-MM-dd HH:mm') === then;
			return unless(
				(who) => this.history.isIn(who, at, 'booked', (begin, lesson) => isIt(begin) && this.isFirst(file, lesson, who)),
				'they have no place in a class at this time, or were reminded of it',
			);
		}
		if (/session with a trainer/.test(subject))
			return unless(
				(who) => this.history.visits(who, at - 43 * DAY, at) === 0 && this.isFirst(file, Math.floor(at / (7 * DAY)), who),
				'they have come in these 44 days, or got this mail',
			);
		if (wanted.includes('Membership.SuspensionEndsSoon')) {
			const endsSoon = ({ from, to = Infinity }: Freeze) => from <= at && to > at && to <= at + 7 * DAY && text.includes(this.on(to, 'd'));
			return unless(
				(who) => this.history.freezesOf(who, at).some((freeze) => endsSoon(freeze) && this.isFirst(file, freeze.to!, who)),
				'no freeze ends within a week, or they know',
			);
		}
		if (wanted.includes('Athlete.VisitMilestone')) {
			const visits = Number(/^(\d+) visits/.exec(subject)?.[1] ?? 1);
			return unless(
				(who) =>
					this.history.visits(who, 0, at) >= visits &&
					this.history.visits(who, 0, Math.max(this.since, at - DAY - HOUR)) < visits &&
					this.isFirst(file, visits, who),
				`they have not reached ${visits} visits in the day before, or know`,
			);
		}
		if (wanted.includes('Class.PlaceFree')) {
			const free = this.wishes.filter((wish) => wish.event === 'Class.PlaceFree' && isNow(wish, at));
			const isIt = (begin: number) => subject.endsWith(this.on(begin, "cccc d LLLL 'at' HH:mm"));
			const isTold = (lesson: number, who: number) =>
				free.some((wish) => wish.subject === `Classes/${lesson}` && this.isFirst(file, wish.from, who));
			return unless(
				(who) => this.history.isIn(who, at, 'queued', (begin, lesson) => isIt(begin) && isTold(lesson, who)),
				'they do not wait for a class with a free place, or know of it',
			);
		}
		const known = wanted.flatMap((event) => people.map((who) => this.takes(file, event, who, at))).some(Boolean);
		return known ? undefined : `nothing of ${wanted.join(', ')} is so`;
	}

	/** Whether a template has not told somebody of an occasion yet; it has from now on. */
	private isFirst(file: string, occasion: number, who: number): boolean {
		const name = `${file} ${occasion} of ${who}`;
		const isNew = !this.told.has(name);
		this.told.add(name);
		return isNew;
	}

	/**
	 * Whether the owner wants this event of somebody, and this template has not told it yet. The end of an earlier membership may be told
	 * late, as the page of events says.
	 */
	private takes(file: string, event: string, who: number, at: number): boolean {
		const isOf = ({ subject }: Wish) =>
			subject === `Athletes/${who}` ||
			subject.startsWith(`Athletes/${who}/`) ||
			subject.endsWith(`/Participants/${who}`) ||
			(subject.startsWith('UserSubscriptions/') &&
				this.history.of('membership', Number(subject.split('/')[1])).some((act) => act.did === 'buys' && act.who === who));
		const index = this.wishes.findIndex(
			(wish, place) =>
				wish.event === event &&
				wish.from <= at &&
				at <= Math.min(wish.until, wish.isEither ? Infinity : wish.from + DAY + HOUR) &&
				isOf(wish) &&
				!this.told.has(`${file} ${place}`),
		);
		if (index >= 0) this.told.add(`${file} ${index}`);
		return index >= 0;
	}

	/** A draft is of somebody whose visits drop; they get it from the coach, once. */
	private whyNotSlipping({ file, to, at, people }: SentMail, sent: readonly SentMail[]): string | undefined {
		const isDraft = to.startsWith('coach@');
		if (isDraft) return this.takes(file, 'Athlete.VisitsDropping', people[0], at) ? undefined : 'their visits do not drop';
		const drafts = people.flatMap((who) => {
			const draft = sent.findLast((one) => one.subject === `A draft for athlete ${who}` && one.at > at - 3 * DAY);
			return draft ? [{ who, since: draft.at }] : [];
		});
		if (drafts.length === 0) return 'the coach got no draft in the three days before';
		return drafts.some(({ who, since }) => this.isFirst(file, since, who)) ? undefined : 'they got this draft';
	}

	/** A welcome to who has joined, an invitation to who has not come after a week, and a question after the first visit. */
	private whyNotNew({ file, subject, at, people }: SentMail): string | undefined {
		if (subject.startsWith('Welcome'))
			return people.some((who) => this.takes(file, 'Athlete.Created', who, at)) ? undefined : 'they have not joined in the day before';
		const joined = (who: number) => this.history.of('who', who, at).findLast(({ did }) => did === 'joins')?.at ?? 0;
		const isIn = (who: number, from: number, to: number) => joined(who) > at - to * DAY && joined(who) <= at - from * DAY;
		const visits = (who: number) => this.history.visits(who, 0, at);
		if (subject.startsWith('Your first visit'))
			return people.some((who) => isIn(who, 7, 9) && visits(who) === 0 && this.isFirst(file, joined(who), who))
				? undefined
				: 'they have come, did not join a week ago, or were invited';
		const is = people.some((who) => visits(who) > 0 && this.takes(file, 'Athlete.VisitMilestone', who, at));
		return is ? undefined : 'they have not come for the first time in the day before';
	}

	private whyNotEmpty({ lines, at }: SentMail): string | undefined {
		const isSo = (text: string) =>
			this.wishes.some(
				(wish) =>
					wish.event === 'Class.HardlyBooked' &&
					isNow(wish, at) &&
					this.history
						.of('lesson', Number(wish.subject.split('/')[1]), at)
						.some((act) => 'begin' in act && text.includes(`, ${this.on(act.begin, 'cccc, HH:mm')}: `)),
			);
		return lines.every(({ text }) => isSo(text)) ? undefined : 'no class at this time has few participants';
	}

	/** Each line of the mail to marketing is somebody who came that often and has no membership. */
	private whyNotFrequent({ at, lines }: SentMail): string | undefined {
		const wrong = lines.filter(({ text, people }) => {
			const visits = Number(/: (\d+) visits$/.exec(text)?.[1]);
			return !people.some((who) => this.history.visits(who, at - 30 * DAY, at) === visits);
		});
		return wrong.length > 0 ? `they did not come that often: ${wrong.map(({ text }) => text).join('; ')}` : undefined;
	}
}
