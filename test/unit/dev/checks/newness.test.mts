import { verdictOn } from '../../../../dev/checks/newness.mts';

const DAY = 86_400_000;
const now = 1_000 * DAY;
const published = { '2.41.1': now - 90 * DAY, '2.48.5': now - 8 * DAY, '2.41.2': now - 61 * DAY };

describe('A run against the newest n8n', () => {
	it('says what it has tested, and that n8n 3 is not among it', () => {
		const { sentence, hasFailed } = verdictOn({ usual: '2.41.1', tested: '2.48.5', refused: [], published, now });
		expect(sentence).toContain('n8n 2.48.5 was tested.');
		expect(sentence).toContain('The registry has no n8n 3');
		expect(hasFailed).toBe(false);
	});

	it('fails once nothing new was tested for 60 days', () => {
		for (const tested of [undefined, '2.41.2']) {
			const { sentence, hasFailed } = verdictOn({ usual: '2.41.1', tested, refused: [], published, now });
			expect(sentence).toMatch(/days old: nothing new was tested for over 60 days/);
			expect(hasFailed).toBe(true);
		}
		expect(verdictOn({ usual: '9.9.9', refused: [], published, now }).hasFailed).toBe(true);
	});

	it('fails where no newer version can be installed, and is green where there is none', () => {
		const young = { '2.41.1': now - DAY, '3.0.0': now - DAY };
		expect(verdictOn({ usual: '2.41.1', refused: ['3.0.0'], published: young, now })).toEqual({
			sentence: 'No newer n8n was tested than 2.41.1, which the gate tests. These could not be installed: 3.0.0.',
			hasFailed: true,
		});
		expect(verdictOn({ usual: '2.41.1', refused: [], published: young, now }).hasFailed).toBe(false);
	});
});
