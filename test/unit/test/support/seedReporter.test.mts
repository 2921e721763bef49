/** What Jest tells a reporter of a file. */
interface FileResult {
	/** Missing where the file could not be loaded. */
	displayName?: { name: string };
	testFilePath: string;
	numFailingTests: number;
	testExecError?: Error;
	testResults: Array<{ status: string; fullName: string }>;
}

const seeds = jest.requireActual<{ zone: string }>('../../../seeds.json');

type Reporter = new () => { onRunComplete(contexts: unknown, results: { testResults: FileResult[] }): void };
const SeedReporter = jest.requireActual<Reporter>('../../../support/seedReporter.cjs');

const { env } = process;
beforeEach(() => {
	process.env = { CLUB_TEST_SEED: '7', CLUB_DIALECT: 'idOrder=descending,nulls=missing', CLUB_TEST_ZONE: seeds.zone };
});
afterEach(() => {
	process.env = env;
	jest.restoreAllMocks();
});

const file = (more: Partial<FileResult> = {}): FileResult => ({
	displayName: { name: 'integration' },
	testFilePath: `${process.cwd()}/test/integration/list.test.mts`,
	numFailingTests: 0,
	testResults: [],
	...more,
});

/** What is printed when these files have run. */
function printed(...testResults: FileResult[]): string[] {
	const print = jest.spyOn(console, 'error').mockImplementation();
	new SeedReporter().onRunComplete(undefined, { testResults });
	return print.mock.calls.join('\n').split('\n').filter(Boolean);
}

const failed = (fullName: string) => ({ status: 'failed', fullName });
const passed = (fullName: string) => ({ status: 'passed', fullName });
const AGAIN =
	"CLUB_TEST_SEED=7 CLUB_DIALECT='idOrder=descending,nulls=missing' npx jest --selectProjects integration --testPathPatterns test/integration/list.test.mts";

test('nothing is printed where nothing failed', () => {
	expect(printed(file({ testResults: [passed('lists all')] }))).toEqual([]);
});

test('a failed test has one command that runs it alone, with the seed and the dialect of the run', () => {
	const name = "a list gives all rows (of a club's 3)";
	const [, command] = printed(file({ numFailingTests: 1, testResults: [passed('a list'), failed(name)] }));
	const pattern = `^a list gives all rows \\(of a club'\\''s 3\\)$`;
	expect(command).toBe(`${AGAIN} -t '${pattern}'`);
	expect(new RegExp(pattern.replace(`'\\''`, "'")).test(name)).toBe(true);
});

test('a run at another moment and in another time zone is run again there', () => {
	process.env = { CLUB_TEST_NOW: '2028-02-29T12:00:00Z', CLUB_TEST_ZONE: 'Pacific/Auckland' };
	const [, command] = printed(file({ numFailingTests: 2 }));
	expect(command).toMatch(/^CLUB_TEST_NOW=2028-02-29T12:00:00Z CLUB_TEST_ZONE=Pacific\/Auckland npx jest --selectProjects integration /);
});

test('several failed tests of a file, or a file that could not be run, have the command of the file; each file has its own', () => {
	const several = file({ numFailingTests: 2, testResults: [failed('one'), failed('other')] });
	const broken = file({
		testExecError: new Error('no such module'),
		displayName: { name: 'v1' },
		testFilePath: `${process.cwd()}/test/e2e/club.test.mts`,
	});
	expect(printed(several, file(), broken).slice(1)).toEqual([
		AGAIN,
		AGAIN.replace('integration', 'v1').replace('test/integration/list', 'test/e2e/club'),
	]);
});

test('a file that could not be loaded is named by its folder: Jest does not say which suite it is of', () => {
	const testFilePath = `${process.cwd()}/test/e2e/builder.test.mts`;
	const [, command] = printed(file({ testExecError: new Error('no such module'), displayName: undefined, testFilePath }));
	expect(command).toMatch(/--selectProjects e2e --testPathPatterns test\/e2e\/builder\.test\.mts$/);
});
