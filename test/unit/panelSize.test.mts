import type { INodeTypeDescription } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node';
import { ClubPollTrigger } from '../../nodes/ClubPollTrigger/ClubPollTrigger.node';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node';
import { panelSizeOf, tableOf } from '../support/panelSize.mts';

const nodes = [new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) => description);

test('the size of a panel counts fields within groups, and notices', () => {
	const text = { displayName: 'Name', name: 'name', type: 'string', default: '' } as const;
	const properties: INodeTypeDescription['properties'] = [
		{ ...text, type: 'notice' },
		{ ...text, type: 'options', options: [{ name: 'One', value: 1 }] },
		{ ...text, type: 'collection', options: [text, { ...text, type: 'fixedCollection', options: [{ ...text, values: [text, text] }] }] },
	];
	expect(panelSizeOf({ ...nodes[1], properties })).toMatchObject({ resources: [], operations: [], fields: 7, notices: 1 });
});

test('the sizes of the three panels can be read as a table', () => {
	const table = tableOf(nodes);
	console.log(table);
	expect(table.split('\n').map((line) => line.split('  ')[0].trim())).toEqual(['node', 'Club', 'Club Trigger', 'Club Poll Trigger']);
});
