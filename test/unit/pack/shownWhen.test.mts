import { fieldsIn } from '../../../nodes/Club/fields/field.ts';
import { resources } from '../../../nodes/Club/resources/index.ts';

test('a field of the Club node is hidden only where it means nothing', () => {
	const hidden = resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) =>
			operation.allFields
				.flatMap((field) => [field, ...(field.type === 'collection' ? fieldsIn(field) : [])])
				.flatMap(({ name, displayOptions }) => (displayOptions ? [[`${value}.${operation.value} ${name}`, displayOptions]] : [])),
		),
	);
	const below = { hide: { dataToSend: ['autoMapInputData'] } };
	expect(Object.fromEntries(hidden.filter(([path]) => !String(path).endsWith(' limit')))).toEqual({
		'athlete.upsert email': below,
		'athlete.upsert additionalFields': below,
		'athlete.upsert inputsToIgnore': { show: { dataToSend: ['autoMapInputData'] } },
		'athleteSummary.get days': { show: { '/summary': ['attendance'] } },
		'athleteSummary.getAll days': { show: { '/summary': ['attendance'] } },
		'club.call body': { show: { method: ['POST', 'PUT'] } },
		'club.call returnAll': { show: { method: ['GET'] } },
		'membership.suspend reactivationDate': { show: { suspensionEnd: ['onDate'] } },
	});
});
