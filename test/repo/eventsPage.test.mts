import { readdirSync, readFileSync } from 'node:fs';
import { EVENT_NAMES, POLLED_TYPES } from '../../nodes/shared/api/events';
import { eventsPage } from '../../dev/docs/eventsPage.mts';

const page = readFileSync('docs/events.md', 'utf8');

test('the page of events is what `npm run docs` writes', async () => {
	expect(page).toBe(await eventsPage());
});

test('it has a section with a sample for each event', () => {
	const samples = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, json]) => (JSON.parse(json) as { eventType: string }).eventType);
	expect(new Set(samples)).toEqual(new Set(EVENT_NAMES));
	expect(samples).toHaveLength(EVENT_NAMES.length);
});

test('each event that polls find has a test', () => {
	const tests = ['test/integration/poll', 'test/unit/polls', 'test/unit/ClubPollTrigger']
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => readFileSync(file, 'utf8'))
		.join('\n');
	expect(POLLED_TYPES.map(({ name }) => name).filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
});
