import { panelOf, withinField } from '../support/panel.mts';
import { operations } from './support/operations.mts';

const OPERATIONS = operations.map((one) => ({ ...one, panel: panelOf(one.resource.value, one.operation.value).slice(2) }));

/** The operations as a user reads them: "Athlete > Search". */
const NAMES = new Set(operations.map(({ resource, operation }) => `${resource.name} > ${operation.name}`));

const offenders = (wrongIn: (operation: (typeof OPERATIONS)[number]) => unknown[]): unknown[] =>
	OPERATIONS.flatMap((one) => wrongIn(one).map((wrong) => [one.name, wrong]));

const fieldsOf = ({ panel }: (typeof OPERATIONS)[number]) => panel.flatMap(withinField);

describe('The words of each operation, for a reader who sees nothing else', () => {
	test('say which operation gives a required ID', () => {
		const silent = offenders((one) =>
			fieldsOf(one)
				.filter(({ type, name, required }) => required && (type === 'resourceLocator' || /Id$/.test(name)))
				.filter(({ description = '' }) => {
					const named = [...description.matchAll(/(?<=which |and )[A-Z][\w ]* > [A-Z][\w ]*?(?= gives?\b)/g)].map(([text]) => text);
					return named.length === 0 || named.some((text) => !NAMES.has(text));
				})
				.map(({ name }) => name),
		);
		expect(silent).toEqual([]);
	});

	test('say of permanent deletions that they are permanent', () => {
		const wrong = OPERATIONS.filter(({ operation }) => {
			const destroys = operation.calls.some((call) => call.startsWith('DELETE') && !call.endsWith('/Suspension'));
			return /permanently|^Remove/.test(operation.description) !== destroys;
		});
		expect(wrong.map(({ name }) => name)).toEqual([]);
	});
});
