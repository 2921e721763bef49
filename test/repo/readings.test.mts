import { READINGS } from '../../sandbox/readings.mts';
import type { Question } from '../../sandbox/readings/question.mts';

describe('the register of readings', () => {
	test.each(Object.entries<Question>(READINGS))('%s names a part of the document and two readings or more', (_name, { part, readings }) => {
		expect(part).toMatch(/^§\d/);
		expect(Object.keys(readings).length).toBeGreaterThan(1);
	});
});
