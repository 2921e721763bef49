import { Crm } from '../../../../dev/demo/crm.mts';

test('the CRM of npm start answers programs of this machine, and no page of another site', async () => {
	const crm = new Crm();
	await crm.start();
	const post = async (headers: Record<string, string>) =>
		(await fetch(crm.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } })).status;
	const answers = [await post({}), await post({ origin: 'https://evil.example' })];
	await crm.close();
	expect(answers).toEqual([200, 403]);
	expect(crm.received).toEqual([{}]);
});
