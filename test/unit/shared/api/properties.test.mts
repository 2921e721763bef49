import { PROPERTIES } from '../../../../nodes/shared/api/properties';
import { makeClub } from '../../../../sandbox/club.mts';

/** The club of the tests, whose records have the properties that the spec shows. */
const { classes, userSubscriptions } = makeClub(1, 40, 1, Date.UTC(2026, 10, 21), 'https://club.example/');

/** Worked out as the club answers, and what only a purchase has (§2.11). */
const FURTHER = ['IsSuspended', 'Transaction'];

test.each([
	['class', PROPERTIES.class, classes, 10],
	['userSubscription', PROPERTIES.userSubscription, userSubscriptions, 15],
] as const)('the properties of a %s are those that the spec names, each once', (_, names, records, count) => {
	const known = new Set([...FURTHER, ...[...records.values()].flatMap((record) => Object.keys(record))]);
	expect(names.filter((name) => !known.has(name))).toEqual([]);
	expect(new Set(names).size).toBe(count);
});
