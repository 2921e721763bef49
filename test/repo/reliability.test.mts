import { reliabilityPage, type SuiteReport } from '../../scripts/reliabilityPage.mts';

const report = (file: string, ...tests: Array<[string, string]>): SuiteReport => ({
	numPassedTests: tests.length,
	testResults: [
		{ name: file, assertionResults: tests.map(([operation, title]) => ({ ancestorTitles: [operation], title, status: 'passed' })) },
	],
});

const none = report('none');

test('the page of reliability says what the reports of the runners say', () => {
	const page = reliabilityPage({
		suites: {
			unit: none,
			integration: report(
				'test/integration/matrix/lists.test.mts',
				['athlete.getAll', '404'],
				['athlete.getAll', 'a drop'],
				['class.get', '404'],
			),
			repo: none,
			e2e: report('test/e2e/trigger.test.mts', ['The Club Trigger', 'is registered again when the club drops the subscription']),
			v1: none,
			queue: none,
		},
		versions: { e2e: '2.0.0' },
		mutation: {
			files: { 'nodes/shared/api/events.ts': { mutants: ['Killed', 'Timeout', 'Survived', 'Ignored'].map((status) => ({ status })) } },
		},
	});
	expect(page).toContain('| e2e | the packed pack in a real n8n | 2.0.0 | 1 |');
	expect(page).toContain('2 operations and further ways of using them, 3 pairs of these with a fault.');
	expect(page).toContain('- is registered again when the club drops the subscription\n');
	expect(page).toContain('| `events.ts` | 3 | 2 | 66 % |');
});
