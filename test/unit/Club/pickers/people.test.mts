import { nameAmong } from '../../../../nodes/Club/pickers/people';

test('somebody is named as shortly as nobody of the same name can be meant', () => {
	const [anna, berit, other, same, none] = [
		{ UserId: 1, FirstMidName: 'Anna', LastName: 'Dahl', Email: 'anna@example.com' },
		{ UserId: 2, FirstMidName: 'Berit', LastName: 'Dahl', Email: 'family@example.com' },
		{ UserId: 3, FirstMidName: 'Anna', LastName: 'Dahl', Email: 'family@example.com' },
		{ UserId: 4, FirstMidName: 'Anna', LastName: 'Dahl', Email: 'anna@example.org' },
		{ UserId: 5, FirstMidName: 'Anna', LastName: 'Dahl' },
	];
	expect(nameAmong(berit, [berit])).toBe('Berit Dahl');
	const annas = [anna, other, same, none];
	expect(annas.map((person) => nameAmong(person, annas))).toEqual([
		'Anna Dahl (anna@example.com)',
		'Anna Dahl (family@…)',
		'Anna Dahl (anna@example.org)',
		'Anna Dahl (5)',
	]);
});
