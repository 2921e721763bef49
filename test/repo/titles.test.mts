import { lostOf, savedTitles, titlesOfTests } from '../../dev/checks/titles.mts';

test('no title of a test is lost without a reason: npm run test:titles -- --why "..."', () => {
	expect(lostOf(savedTitles().titles, titlesOfTests())).toEqual([]);
});

test('test/titles.json has each title: npm run test:titles', () => {
	expect(savedTitles().titles).toEqual(titlesOfTests());
});

test('a title may move to another file, and a lost one is seen', () => {
	expect(lostOf(['a: one', 'a: two', 'a: %s three'], ['b: one', 'a: %s three'])).toEqual(['a: two']);
});
