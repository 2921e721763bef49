import type { IDataObject } from 'n8n-workflow';
import { pagesOf, type PagingPlan } from '../../../nodes/shared/lists/pages';
import type { PageQuery } from '../../../nodes/shared/lists/step';

/** What a club gives for a page; an error if it throws one. */
export type Answer = (query: PageQuery) => unknown;

/** Reads all pages of a list. */
export async function readList(answer: Answer, plan: Partial<PagingPlan> = {}): Promise<{ rows: IDataObject[]; asked: PageQuery[] }> {
	const asked: PageQuery[] = [];
	const fetch = async (query: PageQuery) => answer(asked[asked.push(query) - 1]);
	const rows: IDataObject[] = [];
	for await (const page of pagesOf({ fetch, maxCount: 10, ...plan })) rows.push(...page.rows);
	return { rows, asked };
}
