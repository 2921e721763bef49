import type { FaultyRequest } from '../../../../sandbox/faults.mts';
import { testClub, type TestClub } from '../../../support/club.mts';

/** A request as it came. */
export interface Asked extends FaultyRequest {
	/** Method, path and query, the query as it was sent: `GET /Athletes?count=50`. */
	line: string;
	path: string;
	query: URLSearchParams;
}

/** What this club answers: a body alone is a 200; a text is sent as it is. */
export interface Said {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** A club by another hand: it answers what a test lets it answer, wherever the spec leaves it free. */
export interface OtherClub extends Pick<TestClub, 'run' | 'sandbox'> {
	asked: Asked[];
	answer(how: (asked: Asked) => Said): void;
	/** What was asked since the last run began. */
	lines(): string[];
}

/** A sandbox for the tests of a file that answers by what they say, not by what it holds. */
export function otherClub(): OtherClub {
	const club = testClub();
	const asked: Asked[] = [];
	let how: (asked: Asked) => Said = () => ({ status: 404 });
	const answer = ({ method, url, body, headers }: FaultyRequest): Said => {
		const [path, search = ''] = url.split('?');
		const entry: Asked = { method, url, line: `${method} ${url}`, path, query: new URLSearchParams(search), body, headers };
		asked.push(entry);
		const said = how(entry);
		// So much is left that nothing here waits for a minute to pass.
		return { status: 200, ...said, headers: { 'x-rateLIMIT-remaining': '100000', ...said.headers } };
	};
	return {
		get sandbox() {
			return club.sandbox;
		},
		asked,
		answer: (next) => (how = next),
		async run(parameters, more) {
			asked.length = 0;
			club.sandbox.clearFaults();
			club.sandbox.inject({ kind: 'status', match: { every: true }, answer });
			return await club.run(parameters, more);
		},
		lines: () => asked.map(({ line }) => line),
	};
}
