import { writeFileSync } from 'node:fs';
import type { Athlete } from '../../sandbox/types.mts';
import { Engine } from './support/engine.mts';
import { begin, effects, nameOf, occupy, starts } from './support/occasions.mts';
const engine = new Engine();
const out: unknown[] = [];
describe('play', () => {
	let everybody: Athlete[];
	beforeAll(async () => {
		await engine.start();
		everybody = structuredClone(engine.people());
	});
	afterAll(async () => { writeFileSync('/tmp/w/play.json', JSON.stringify(out, null, 1)); await engine.close(); });
	it('all', async () => {
		for (const start of starts()) {
			engine.reset();
			engine.sandbox.club.athletes.clear();
			for (const athlete of structuredClone(everybody)) engine.sandbox.club.athletes.set(athlete.UserId, athlete);
			const people = occupy(engine, 2);
			await begin(engine, start, people);
			out.push({ start: nameOf(start), effects: effects(engine, people), errors: engine.failed.map(({ error, data }) => [error?.message, (error as any)?.description, data.resultData.lastNodeExecuted]), rows: engine.tables.rows('Club messages').filter((r) => r.Workflow !== 'Old').map((r) => [r.Outcome, r.Reason]), mail: engine.mailbox.mails[0]?.text, lost: engine.lost });
		}
	});
});
