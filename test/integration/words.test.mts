import { resources } from '../../nodes/Club/resources';
import { panelOf, withinField } from '../support/panel.mts';

const OPERATIONS = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}: ${operation.value}`,
		resource,
		operation,
		panel: panelOf(resource.value, operation.value).slice(2),
	})),
);

/** The operations as a user reads them: "Athlete > Search". */
const NAMES = new Set(resources.flatMap((resource) => resource.operations.map((operation) => `${resource.name} > ${operation.name}`)));

/** What no other operation does anything like, and the one whose words n8n's lint gives. */
const ALONE = new Set(['api: call', 'athlete: upsert', 'callBudget: get']);

/** Values that need no example: what is chosen from a list, switched on, or explained by its insides. */
const PLAIN = new Set(['boolean', 'options', 'multiOptions', 'collection', 'fixedCollection', 'notice']);

describe.each(OPERATIONS)('The words of $name, for a reader who sees nothing else', ({ name: which, resource, operation, panel }) => {
	const fields = panel.flatMap(withinField);

	test('give an example of what is typed in', () => {
		const without = fields.filter(
			({ type, description = '' }) => !PLAIN.has(type) && !/e\.g\. |such as |Max number of results/.test(description),
		);
		expect(without.map(({ name, description }) => [name, description])).toEqual([]);
	});

	test('say which operation gives an ID that must be known', () => {
		const ids = fields.filter(({ type, name, required }) => required && (type === 'resourceLocator' || /Id$/.test(name)));
		for (const { name, description = '' } of ids) {
			const named = [...description.matchAll(/(?<=which |and )[A-Z][\w ]* > [A-Z][\w ]*?(?= gives?\b)/g)].map(([text]) => text);
			expect([name, named.length > 0, named.filter((text) => !NAMES.has(text))]).toEqual([name, true, []]);
		}
	});

	test('say when to use another operation, which there is', () => {
		const others = [...operation.description.matchAll(/\buse (the Club Trigger|[A-Z]\w*(?: (?:by |or |> )?[A-Z]\w*)*)/g)].map(
			([, text]) => text,
		);
		const here = new Set([...resource.operations.filter((other) => other !== operation).map(({ name }) => name), 'the Club Trigger']);
		expect(others.filter((other) => !here.has(other) && !NAMES.has(other))).toEqual([]);
		expect(others.length > 0).toBe(!ALONE.has(which));
	});

	test('say of what cannot be taken back that it cannot', () => {
		const destroys = operation.calls.some((call) => call.startsWith('DELETE') && !call.endsWith('/Suspension'));
		expect(/cannot be undone/.test(operation.description)).toBe(destroys);
	});
});
