import { check } from '../../dev/demo/check.mts';
import { currentTarball } from '../../dev/host/tarball.mts';

it('the packed pack does its main job in n8n: a credential, a list, a change, and a badge that becomes a mail', async () => {
	const steps = await check(await currentTarball());
	expect(steps.filter(({ ok }) => !ok)).toEqual([]);
});
