import { resources } from '../../nodes/Club/resources';
import { panelOf, withinField } from '../support/panel.mts';

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}: ${operation.value}`,
		operation,
		panel: panelOf(resource.value, operation.value).slice(2),
	})),
);

/** The operations as a user reads them: "Athlete > Search". */
const NAMES = new Set(resources.flatMap((resource) => resource.operations.map((operation) => `${resource.name} > ${operation.name}`)));

/** Values that need no example: what is chosen from a list, switched on, or explained by its insides. */
const PLAIN = new Set(['boolean', 'options', 'multiOptions', 'collection', 'fixedCollection', 'notice']);

describe.each(OPERATIONS)('The words of $name, for a reader who sees nothing else', ({ operation, panel }) => {
	const fields = panel.flatMap(withinField);

	test('give an example for each typed field', () => {
		const without = fields.filter(
			({ type, description = '' }) => !PLAIN.has(type) && !/e\.g\. |such as |Max number of results/.test(description),
		);
		expect(without.map(({ name, description }) => [name, description])).toEqual([]);
	});

	test('say which operation gives a required ID', () => {
		const ids = fields.filter(({ type, name, required }) => required && (type === 'resourceLocator' || /Id$/.test(name)));
		for (const { name, description = '' } of ids) {
			const named = [...description.matchAll(/(?<=which |and )[A-Z][\w ]* > [A-Z][\w ]*?(?= gives?\b)/g)].map(([text]) => text);
			expect([name, named.length > 0, named.filter((text) => !NAMES.has(text))]).toEqual([name, true, []]);
		}
	});

	test('name only existing operations', () => {
		const texts = [operation.description, ...fields.map(({ description = '' }) => description)];
		const named = texts.flatMap((text) => [...text.matchAll(/\b[A-Z]\w*(?: [A-Z]\w*)* > [A-Z]\w*(?: [A-Z]\w*)*/g)].map(([match]) => match));
		expect(named.filter((text) => ![...NAMES].some((name) => text.startsWith(name)))).toEqual([]);
	});

	test('say of permanent deletions that they are permanent', () => {
		const destroys = operation.calls.some((call) => call.startsWith('DELETE') && !call.endsWith('/Suspension'));
		expect(/permanently|^Remove/.test(operation.description)).toBe(destroys);
	});
});
