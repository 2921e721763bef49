import type { Dialect } from './dialect.mts';

interface Reply {
	status: number;
	body: unknown;
}

/** A successful answer in a dialect: the spec does not show that of an empty page (§4.1 rule 5). */
export function inDialect({ emptyPage }: Dialect, body: unknown): Reply {
	const { Results, Continue, ...rest } = (body ?? {}) as Record<string, unknown>;
	if (!Array.isArray(Results) || Results.length > 0) return { status: 200, body };
	if (emptyPage === 'noContent') return { status: 204, body: undefined };
	const rows = { list: { Results, Continue }, nullGoesOn: { Results: null, Continue: true }, absent: {} }[emptyPage];
	return { status: 200, body: { ...rows, ...rest } };
}
