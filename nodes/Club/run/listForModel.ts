import type { IDataObject } from 'n8n-workflow';
import { ANSWER } from '../../shared/api/limits';
import type { Page } from '../../shared/lists/pages';
import { isoOf } from '../../shared/api/time';
import { attempt } from '../../shared/transport/errors';
import { MODEL_READS } from '../../shared/transport/patience';
import { clock } from '../../shared/transport/process';
import { recordForModel, type Tool } from './forModel';
import type { Shape } from './output';
import type { Session } from '../calls/session';

interface Form {
	shape: Shape;
	session: Session;
	tool: Tool;
}

interface Part {
	isBounded: boolean;
	isContinued: boolean;
}

/**
 * A list as one record: without `hasMore` and `nextCursor`, a model would take a part for the whole. The reading ends at the bound of an
 * answer, and before the client of the model gives up; `note` then says so, and how to narrow the list.
 */
export async function listForModel(pages: AsyncIterable<Page>, form: Form, { isBounded, isContinued }: Part): Promise<IDataObject> {
	const { shape, session, tool } = form;
	const results: IDataObject[] = [];
	const state: { size: number; isCut: boolean; last?: Page } = { size: 0, isCut: false };
	const read = async (): Promise<void> => {
		for await (const page of pages) {
			state.last = page;
			for (const row of page.rows) {
				const record = shape.of(row, true);
				state.size += JSON.stringify(record).length;
				state.isCut = isBounded && results.length > 0 && state.size > ANSWER.charactersForModel;
				if (state.isCut) return;
				results.push(record);
			}
			if (session.isLate) return;
		}
	};
	const outcome = await attempt(read());
	if ('error' in outcome && (results.length === 0 || !session.isLate)) throw outcome.error;
	const { isCut, last } = state;
	const isStopped = session.isLate && (last?.more ?? false);
	const hasMore = isCut || (last?.more ?? false);
	const notes = [
		...(isCut ? [`Only the first ${results.length} fit into one answer.`] : []),
		...(isStopped ? [`Reading stopped after ${MODEL_READS} seconds, so the rest was not searched.`] : []),
		...(hasMore ? [tool.narrowing] : []),
	];
	const nextCursor = (!isCut && last?.next?.cursor) || null;
	const now = tool.asksForTime ? recordForModel({ now: isoOf(clock.now()) }, session.zone) : {};
	return { ...now, ...(!hasMore && !isContinued && { total: results.length }), results, hasMore, nextCursor, ...noteOf(form, notes) };
}

export function noteOf({ session, shape, tool }: Form, notes: readonly string[] = []): { note?: string } {
	const missing = shape.missing.map((name) => `No record has the property "${name}".`);
	const all = [...session.notes.map((note) => tool.named(note)), ...missing, ...notes].filter(Boolean);
	return all.length > 0 ? { note: all.join(' ') } : {};
}
