import { N8nRest } from '../../../../dev/host/rest.mts';
import { Session } from '../../../../dev/host/session.mts';

test('n8n is asked once more when a publication has ended, since it may have read the triggers before that', async () => {
	const answers = [
		{ status: 'in_progress', triggers: [] },
		{ status: 'not_published', triggers: [] },
		{ status: 'partial', triggers: [{ errorMessage: null }, { errorMessage: 'No' }] },
	];
	jest.spyOn(Session.prototype, 'send').mockImplementation(async (_method, path) => {
		if (path === '/rest/settings') return { versionCli: '2.41.1' };
		return path.endsWith('/publication-status') ? answers.shift() : { versionId: '1' };
	});
	expect(await new N8nRest('http://127.0.0.1:1').activate('1')).toEqual({ status: 'partial', message: 'No' });
});
