import type { Dialect } from './dialect.mts';
import { Refusal } from './refusal.mts';

/** Status and body of a successful answer. */
interface Reply {
	status: number;
	body: unknown;
}

const NO_CONTENT: Reply = { status: 204, body: undefined };

/** An empty page in a dialect (§4.1 rule 5). */
function emptyPage(page: object, { emptyPage: spelling }: Dialect): Reply {
	if (spelling === 'noContent') return NO_CONTENT;
	const { Results, Continue, ...rest } = page as Record<string, unknown>;
	const rows = { list: { Results, Continue }, nullGoesOn: { Results: null, Continue: true }, absent: {} }[spelling];
	return { status: 200, body: { ...rows, ...rest } };
}

function isEmptyPage(answer: unknown): answer is object {
	const { Results } = (answer ?? {}) as { Results?: unknown };
	return Array.isArray(Results) && Results.length === 0;
}

/** An answer in a dialect: the spec does not show that of an empty page, nor that of a single or missing record. @throws Refusal */
export async function inDialect(dialect: Dialect, isSingle: boolean, answer: () => Promise<unknown>): Promise<Reply> {
	try {
		const body = await answer();
		if (isEmptyPage(body)) return emptyPage(body, dialect);
		return { status: 200, body: isSingle && dialect.singleRecord === 'array' ? [body] : body };
	} catch (error) {
		const isAbsent = isSingle && dialect.absentRecord === 'noContent' && error instanceof Refusal && error.status === 404;
		if (!isAbsent) throw error;
		return NO_CONTENT;
	}
}
