import type { Dialect } from './dialect.mts';
import { Refusal } from './refusal.mts';

/** What a success says: its status, and its body, if there is one. */
interface Said {
	status: number;
	body: unknown;
}

const NOTHING: Said = { status: 204, body: undefined };

/** A page without rows in the words of a dialect (§4.1 rule 5). */
function emptyPage(page: object, { emptyPage: spelling }: Dialect): Said {
	if (spelling === 'noContent') return NOTHING;
	const { Results, Continue, ...rest } = page as Record<string, unknown>;
	const rows = { list: { Results, Continue }, nullGoesOn: { Results: null, Continue: true }, absent: {} }[spelling];
	return { status: 200, body: { ...rows, ...rest } };
}

function isEmptyPage(answer: unknown): answer is object {
	const { Results } = (answer ?? {}) as { Results?: unknown };
	return Array.isArray(Results) && Results.length === 0;
}

/** An answer in the words of a dialect, where the document does not show how it is said that there is nothing, or one. @throws Refusal */
export async function spelt(dialect: Dialect, isSingle: boolean, answer: () => Promise<unknown>): Promise<Said> {
	try {
		const body = await answer();
		if (isEmptyPage(body)) return emptyPage(body, dialect);
		return { status: 200, body: isSingle && dialect.singleRecord === 'array' ? [body] : body };
	} catch (error) {
		const isAbsent = isSingle && dialect.absentRecord === 'noContent' && error instanceof Refusal && error.status === 404;
		if (!isAbsent) throw error;
		return NOTHING;
	}
}
