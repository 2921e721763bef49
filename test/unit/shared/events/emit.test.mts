import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { emit } from '../../../../nodes/shared/events/emit';
import { onlyWhenOf } from '../../../../nodes/shared/events/onlyWhen';

const functions = { getMode: () => 'webhook', getNode: () => ({ name: 'Club Trigger' }) } as unknown as IExecuteFunctions;

/** Emits two events, of which the other trigger has taken the first. @returns what was done in order, and the events */
async function emitted({ takesByRecord = false, condition = [] as IDataObject[], fails = false } = {}) {
	const done: string[] = [];
	const reader = (name: string) => async (event: IDataObject) => {
		done.push(`${name} ${String(event.id)}${event.record === undefined ? '' : ' with its record'}`);
		if (fails) throw new Error('No answer');
		return { [name]: { of: event.id } };
	};
	const items = ['a', 'b'].map((id, item) => ({ json: { id }, pairedItem: { item } }));
	const output = await emit(functions, items, {
		take: async (some: INodeExecutionData[]) => {
			done.push(`take ${some.map(({ json }) => String(json.id)).join(' and ')}`);
			return some.filter(({ json }) => json.id !== 'a');
		},
		takesByRecord,
		readRecord: reader('record'),
		readAthlete: reader('athlete'),
		onlyWhen: onlyWhenOf({ onlyWhen: { condition } }, 'utc'),
	});
	expect(items.map(({ json }) => Object.keys(json))).toEqual([['id'], ['id']]);
	return { done, output };
}

const B = { json: { id: 'b', record: { of: 'b' }, athlete: { of: 'b' } }, pairedItem: { item: 1 } };

test('events are taken first, so that nothing is read for those that the other trigger has', async () => {
	expect(await emitted()).toEqual({ done: ['take a and b', 'record b', 'athlete b with its record'], output: [B] });
});

test('events that count only with their record are taken after it was read', async () => {
	const { done, output } = await emitted({ takesByRecord: true });
	expect(done).toEqual(['record a', 'athlete a with its record', 'record b', 'athlete b with its record', 'take a and b']);
	expect(output).toEqual([B]);
});

test.each([true, false])(
	'what was read decides about "Only When", and an event that could not be read stays: %s',
	async (takesByRecord) => {
		const condition = [{ field: 'record.of', is: 'equals', value: 'c' }];
		expect((await emitted({ takesByRecord, condition })).output).toEqual([]);
		const { output } = await emitted({ takesByRecord, condition, fails: true });
		expect(output).toMatchObject([{ json: { id: 'b', recordError: { message: 'No answer' }, athleteError: { message: 'No answer' } } }]);
	},
);
