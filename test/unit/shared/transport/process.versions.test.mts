import * as engine from 'n8n-workflow';

/** What the nodes take from an n8n that has other functions than this one. */
async function inAnother(others: Partial<Record<keyof typeof engine | 'sleepWithAbort', unknown>>) {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => ({ ...engine, ...others }));
	return await import('../../../../nodes/shared/transport/process');
}

afterAll(() => jest.dontMock('n8n-workflow'));

describe('a version of n8n', () => {
	test('that tells its interface for nodes takes details of an error', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: 1 })).ROUTES_DETAILS).toBe(true);
	});

	test('that does not tell is taken for one that would pass them on as a success', async () => {
		expect((await inAnother({ N8N_NODES_API_VERSION: undefined })).ROUTES_DETAILS).toBe(false);
	});

	test('may wait without an end to a cancelled run, and then has a function that hears the signal', async () => {
		const deaf = () => {};
		const hearing = () => {};
		expect((await inAnother({ sleep: deaf, sleepWithAbort: hearing })).sleep).toBe(hearing);
		expect((await inAnother({ sleep: hearing, sleepWithAbort: undefined })).sleep).toBe(hearing);
	});
});
