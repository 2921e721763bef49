import { scrubber } from '../../nodes/shared/transport/secrets';

describe('secrets', () => {
	test('are blotted out of whatever an answer repeats, however it is written', () => {
		const scrub = scrubber(['sub/key+1', 'club"key', undefined, 'ab']);
		expect(scrubber([' four ', 'tre'])('four tre')).toBe('*** tre');
		expect(scrub('a sub/key+1 b sub%2Fkey%2B1 c club\\"key d club"key ab')).toBe('a *** b *** c *** d *** ab');
	});
});
