import fc from 'fast-check';
import { PollPaused } from '../../../../nodes/ClubPollTrigger/scan/callsOfPoll';
import { Emission } from '../../../../nodes/ClubPollTrigger/scan/emission';

test('whatever Max Items is, polls tell each record with all of its events, once and in order, and pass the number for a single record only', () => {
	// How many events each record has, and whether one starts the workflow.
	const records = fc.array(fc.array(fc.boolean(), { maxLength: 5 }), { maxLength: 12 });
	fc.assert(
		fc.property(records, fc.integer({ min: 1, max: 6 }), (drawn, maxItems) => {
			const waiting = drawn.map((events, record) => events.map((starts, at) => ({ record, at, starts })));
			const wanted = waiting.flat().filter(({ starts }) => starts);
			const told: unknown[] = [];
			for (let polls = 0; waiting.length > 0; polls++) {
				expect(polls).toBeLessThanOrEqual(drawn.length);
				const emission = new Emission(maxItems, ({ starts }) => starts === true);
				try {
					for (; waiting.length > 0; waiting.shift()) emission.add(waiting[0]);
				} catch (error) {
					expect(error).toBeInstanceOf(PollPaused);
					expect(emission.items.length + waiting[0].filter(({ starts }) => starts).length).toBeGreaterThan(maxItems);
				}
				const ofRecords = new Set(emission.items.map(({ record }) => record));
				if (ofRecords.size > 1) expect(emission.items.length).toBeLessThanOrEqual(maxItems);
				told.push(...emission.items);
			}
			expect(told).toEqual(wanted);
		}),
	);
});
