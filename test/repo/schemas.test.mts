import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/Club/resources';
import { previews } from '../../dev/docs/previews.mts';

const folder = 'nodes/Club/__schema__/v1.0.0';

const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

test('the previews are what the operations give, as `npm run docs` writes it', async () => {
	const current = await previews(resources);
	expect(stored.sort()).toEqual([...current.keys()].sort());
	for (const [name, content] of current) expect([name, readFileSync(join(folder, name), 'utf8')]).toEqual([name, content]);
}, 300_000);

test('each operation has one, except the free call and that of the profile, whose properties the spec does not show', () => {
	const missing = resources
		.flatMap(({ value, operations }) => operations.map((operation) => `${value}/${operation.value}.json`))
		.filter((name) => !stored.includes(name));
	expect(missing).toEqual(['club/get.json', 'club/call.json']);
});
