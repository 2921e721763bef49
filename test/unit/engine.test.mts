import * as engine from 'n8n-workflow';

/** What the nodes take from an n8n that has other functions than this one. */
function inAnother(others: Partial<Record<keyof typeof engine | 'sleepWithAbort', unknown>>): typeof import('../../nodes/shared/engine') {
	let taken: typeof import('../../nodes/shared/engine') | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({ ...engine, ...others }));
		taken = require('../../nodes/shared/engine');
		jest.dontMock('n8n-workflow');
	});
	return taken!;
}

describe('a version of n8n', () => {
	test('that tells its interface for nodes takes details of an error', () => {
		expect(inAnother({ N8N_NODES_API_VERSION: 1 }).ROUTES_DETAILS).toBe(true);
	});

	test('that does not tell is taken for one that would pass them on as a success', () => {
		expect(inAnother({ N8N_NODES_API_VERSION: undefined }).ROUTES_DETAILS).toBe(false);
	});

	test('may wait without an end to a cancelled run, and then has a function that hears the signal', () => {
		const deaf = () => {};
		const hearing = () => {};
		expect(inAnother({ sleep: deaf, sleepWithAbort: hearing }).sleep).toBe(hearing);
		expect(inAnother({ sleep: hearing, sleepWithAbort: undefined }).sleep).toBe(hearing);
	});
});
