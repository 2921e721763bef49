import { contradictionsIn, notesOf } from '../../dev/release/consistency.mts';

const changelog = '# Changes\n\n## 1.2.0\n\n- New: a node.\n\n## 1.1.0\n\n- Older.\n';

describe('The three places in which a release says what it is', () => {
	it('agree', () => {
		expect(contradictionsIn({ tag: 'v1.2.0', version: '1.2.0', changelog })).toEqual([]);
		expect(notesOf('1.2.0', changelog)).toBe('- New: a node.');
	});

	it.each([
		['another tag', { tag: 'v1.3.0', version: '1.2.0' }, /the tag must be v1\.2\.0/],
		['a tag without its v', { tag: '1.2.0', version: '1.2.0' }, /the tag must be v1\.2\.0/],
		['a version without notes', { tag: 'v1.3.0', version: '1.3.0' }, /says nothing about 1\.3\.0/],
		['an old version', { tag: 'v1.1.0', version: '1.1.0' }, /1\.1\.0 must stand first/],
		['a part of a version', { tag: 'v1.2', version: '1.2' }, /is none/],
	])('are told apart by %s', (_what, release, sentence) => {
		expect(contradictionsIn({ ...release, changelog }).join(' ')).toMatch(sentence);
	});
});
