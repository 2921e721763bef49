import { readFileSync } from 'node:fs';
import { EVENT_NAMES } from '../../nodes/shared/api/eventSubjects';
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
