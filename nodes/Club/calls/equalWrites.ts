import type { IDataObject } from 'n8n-workflow';
import { ClubError, attempt } from '../../shared/transport/errors';
import type { Session } from './session';
import type { Note } from './summaryHint';

/**
 * The equal writes of a run: sales and suspensions whose path and whole body are the same are made once, and the later items get the record.
 * Getting this wrong sells a membership twice.
 */
export class EqualWrites {
	private readonly made = new Map<string, { item: number; outcome: { value: IDataObject } | { error: unknown } }>();

	private earlier({ item }: Session, request: unknown) {
		const match = this.made.get(JSON.stringify(request));
		// In a further try, the item that made it looks for it again.
		return match?.item === item ? undefined : match?.outcome;
	}

	has(session: Session, request: unknown): boolean {
		return this.earlier(session, request) !== undefined;
	}

	/** Makes a write, or gives out the outcome of the equal one of another item. @param note what the run says of such an item */
	async once(session: Session, note: Note, request: unknown, write: () => Promise<IDataObject>): Promise<IDataObject> {
		const earlier = this.earlier(session, request);
		if (earlier) session.note(note);
		const outcome = earlier ?? (await attempt(write()));
		const mayBeMade = 'value' in outcome || (outcome.error instanceof ClubError && outcome.error.unclear);
		if (!earlier && mayBeMade) this.made.set(JSON.stringify(request), { item: session.item, outcome });
		if ('error' in outcome) throw outcome.error;
		return structuredClone(outcome.value);
	}
}
