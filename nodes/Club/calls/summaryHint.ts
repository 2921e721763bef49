import type { IDataObject } from 'n8n-workflow';
import { methodOf, type FreeCall } from '../../shared/api/endpoints';

/** What a run says afterwards of items that need a look: how it begins of one and of several, and how it goes on. */
const NOTES = {
	stageKept: ['stage would have gone back and was kept', 'stages would have gone back and were kept'],
	stageBack: ['stage went back', 'stages went back'],
	renamed: ['athlete', 'athletes', ' got another name'],
	sameRecord: ['item means', 'items mean', ' the record of an earlier item, with other values'],
	sameSale: ['item equals', 'items equal', ' an earlier sale of this run and got its membership. For a second one, give it other dates'],
	sameFreeze: ['item repeats', 'items repeat', ' an earlier freeze of this run, which was sent once'],
	existing: ['membership was there already and was not created', 'memberships were there already and were not created'],
	noEnd: ['membership is', 'memberships are', ' frozen without an end'],
	queued: ['athlete has', 'athletes have', ' only a place in the queue, since the class is full'],
	newOnly: [
		'person',
		'people',
		' had an account already, so Birth Date, Gender, Height and Weight were not stored: the club stores them for new users only',
	],
	invited: [
		'person was',
		'people were',
		' only invited, so the names, phone numbers, client stages and other fields were not stored. Run this again once they have joined, or turn on "User Confirmed"',
	],
	spoilt: ['item', 'items', ' had a spoilt name or phone number, which counts as empty'],
} as const satisfies Record<string, readonly [one: string, several: string, rest?: string]>;

export type Note = keyof typeof NOTES;

export function noteText(note: Note, count: number): string {
	const [one, several, rest = ''] = NOTES[note] as readonly [string, string, string?];
	return `${count} ${count === 1 ? one : several}${rest}`;
}

const EFFECTS = ['created', 'invited', 'changed', 'deleted', 'as they were'] as const;

export type Effect = (typeof EFFECTS)[number];

/** What the answer of a creation says (§3.3), and Create or Update. */
const OUTCOMES: Readonly<Record<string, Effect>> = {
	Created: 'created',
	Added: 'created',
	Invited: 'invited',
	Updated: 'changed',
	PendingInvitation: 'as they were',
	AlreadyInClub: 'as they were',
	Unchanged: 'as they were',
};

/** Whether a write makes a record, and a second one makes another. */
export const isCreation = (call: FreeCall): boolean => methodOf(call) === 'POST' && !call.endsWith('/Suspension');

function effectOfCall(call: FreeCall): Effect {
	if (isCreation(call)) return 'created';
	return methodOf(call) === 'DELETE' && !call.endsWith('/Suspension') ? 'deleted' : 'changed';
}

export const effectOf = ({ Outcome, Result }: IDataObject, sent: readonly FreeCall[]): Effect =>
	OUTCOMES[String(Outcome ?? Result)] ?? (sent.length > 0 ? effectOfCall(sent[sent.length - 1]) : 'as they were');

/** What texts with the number of an item say, since people count rows from 1. */
export const COUNTED_FROM_0 = 'Items are counted from 0';

const DRY_RUN = 'Dry Run sent nothing. A run without it: ';

const MAX_NAMED = 5;

/** What a run has done to the records of the club, for one hint at its end. Items count from 0, as in n8n. */
export class Summary {
	private readonly effects: Effect[] = [];
	private readonly notes = new Map<Note, Set<number>>();
	private readonly failed = new Set<number>();
	advice = '';
	/** Whether the notes are of what would happen. */
	isDryRun = false;
	/** The items of a dry run beside others: of these, nothing is said. */
	previews: ReadonlySet<number> = new Set();

	constructor(private readonly size: number) {}

	note(note: Note, item: number): void {
		this.notes.set(note, (this.notes.get(note) ?? new Set()).add(item));
	}

	count(effect: Effect): void {
		this.effects.push(effect);
	}

	fail(item: number): void {
		this.failed.add(item);
	}

	get text(): string {
		const sent = this.size - this.previews.size;
		const failed = [...this.failed].filter((item) => !this.previews.has(item));
		const isCounted = sent > 1 && this.effects.length > 0;
		const counts = EFFECTS.map((effect) => [this.effects.filter((other) => other === effect).length, effect] as const);
		const counted = [...counts, [failed.length, 'failed'] as const].filter(([count]) => count > 0);
		const all = isCounted ? `${sent} items: ${counted.map((words) => words.join(' ')).join(', ')}` : '';
		const named = Object.keys(NOTES).flatMap((note) => this.sentenceOf(note as Note));
		const origin = named.length > 0 && this.size > 1 ? COUNTED_FROM_0 : '';
		const sentences = [all, this.advice, ...named, origin].filter(Boolean);
		return sentences.length > 0 ? `${this.isDryRun ? DRY_RUN : ''}${sentences.join('. ')}` : '';
	}

	private sentenceOf(note: Note): string[] {
		const isTold = (item: number) => !this.failed.has(item) && !this.previews.has(item);
		const items = [...(this.notes.get(note) ?? [])].filter(isTold).sort((a, b) => a - b);
		if (items.length === 0 || (note === 'sameFreeze' && this.advice !== '')) return [];
		return [`${noteText(note, items.length)}${this.placesOf(items)}`];
	}

	private placesOf(items: readonly number[]): string {
		if (this.size === 1) return '';
		const more = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : '';
		return ` (${items.length === 1 ? 'item' : 'items'} ${items.slice(0, MAX_NAMED).join(', ')}${more})`;
	}
}
