import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { emit } from '../../../../nodes/shared/events/emit';
import { onlyWhenOf } from '../../../../nodes/shared/events/panel';

const functions = { getMode: () => 'webhook', getNode: () => ({ name: 'Club Trigger' }) } as unknown as IExecuteFunctions;

/** Emits two events. @returns what was done in order, and the events */
async function emitted({ condition = [] as IDataObject[], fails = false } = {}) {
	const done: string[] = [];
	const reader = (name: string) => async (event: IDataObject) => {
		done.push(`${name} ${String(event.id)}${event.record === undefined ? '' : ' with its record'}`);
		if (fails) throw new Error('No answer');
		return { [name]: { of: event.id } };
	};
	const items = ['a', 'b'].map((id, item) => ({ json: { id }, pairedItem: { item } }));
	const [output] = await emit(functions, items, {
		readRecord: reader('record'),
		readAthlete: reader('athlete'),
		onlyWhen: onlyWhenOf({ onlyWhen: { condition } }, 'utc'),
	});
	expect(items.map(({ json }) => Object.keys(json))).toEqual([['id'], ['id']]);
	return { done, output };
}

const eventOf = (id: string, item: number) => ({ json: { id, record: { of: id }, athlete: { of: id } }, pairedItem: { item } });

test('each event gets its record and then its athlete', async () => {
	const done = ['record a', 'athlete a with its record', 'record b', 'athlete b with its record'];
	expect(await emitted()).toEqual({ done, output: [eventOf('a', 0), eventOf('b', 1)] });
});

test('what was read decides about "Only When", and an event that could not be read stays', async () => {
	const condition = [{ field: 'record.of', is: 'equals', value: 'b' }];
	expect((await emitted({ condition })).output).toEqual([eventOf('b', 1)]);
	const unread = ['a', 'b'].map((id) => ({ json: { id, recordError: { message: 'No answer' }, athleteError: { message: 'No answer' } } }));
	expect((await emitted({ condition, fails: true })).output).toMatchObject(unread);
});
