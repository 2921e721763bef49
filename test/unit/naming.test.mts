import fc from 'fast-check';
import { apiName, bodyOf, requestQuery } from '../../nodes/Club/run/plan';

describe('the names of the API', () => {
	test('are the parameters with a capital', () => {
		expect(['firstMidName', 'x', ''].map(apiName)).toEqual(['FirstMidName', 'X', '']);
	});

	test('a body holds what is given, repeated groups too, and leaves out the rest', () => {
		const given = {
			userId: 7,
			note: '',
			isGuest: false,
			from: null,
			to: undefined,
			tags: ['a', 1],
			sets: [{ kiloGrams: 20, note: null }, null],
		};
		expect(bodyOf(given)).toStrictEqual({ UserId: 7, Note: '', IsGuest: false, Tags: ['a', 1], Sets: [{ KiloGrams: 20 }, null] });
	});

	test('additional properties go in as they are, and win', () => {
		expect(bodyOf({ name: 'a', additionalProperties: { Name: 'b', newOne: { x: null } } })).toEqual({ Name: 'b', newOne: { x: null } });
	});

	test('a query keeps its names', () => {
		expect(requestQuery({ fromId: 1, withPlans: false, from: null, to: undefined, text: '' })).toStrictEqual({
			fromId: 1,
			withPlans: false,
			text: '',
		});
	});

	test('nothing that is given is lost, and nothing is made up', () => {
		const name = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/).filter((text) => !text.startsWith('additional'));
		fc.assert(
			fc.property(fc.dictionary(name, fc.option(fc.oneof(fc.integer(), fc.string(), fc.boolean()))), (given) => {
				const present = Object.entries(given).filter(([, value]) => value !== null);
				expect(requestQuery(given)).toEqual(Object.fromEntries(present));
				expect(bodyOf(given)).toEqual(Object.fromEntries(present.map(([key, value]) => [key[0].toUpperCase() + key.slice(1), value])));
			}),
		);
	});
});
