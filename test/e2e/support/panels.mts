import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { AnyOperation, Resource } from '../../../nodes/Club/operation';
import { club, type NodeSpec } from '../../../dev/host/workflow.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { search } from '../../support/picker.mts';
import { exampleOf } from '../../../dev/docs/examples.mts';
import { fieldsIn } from '../../support/panel.mts';

const URL_OF_EVENTS = 'https://n8n.example.com/webhook/club';

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

/** What a field holds as soon as a user has added it to its group. */
function added(field: INodeProperties): unknown {
	if (field.type === 'collection') return Object.fromEntries(fieldsIn(field).map((own) => [own.name, added(own)]));
	if (field.type === 'resourceLocator') return { __rl: true, ...(field.default as IDataObject) };
	return field.default;
}

/** A record as it looks once it was chosen from its list. */
async function chosenFrom(sandbox: Sandbox, field: INodeProperties, id: unknown): Promise<IDataObject> {
	const list = field.modes?.find(({ name }) => name === 'list');
	const { results } = await search(sandbox, list?.typeOptions?.searchListMethod ?? '', { filter: String(id) });
	const chosen = results.find(({ value }) => String(value) === String(id));
	return { __rl: true, mode: 'list', value: id as string, cachedResultName: chosen?.name };
}

/** The node of an operation with what must be filled in, and all of what is its own and may be added. */
export async function openPanelOf(sandbox: Sandbox, resource: Resource, operation: AnyOperation): Promise<NodeSpec> {
	const { parameters, items } = exampleOf(sandbox.club, resource, operation);
	for (const subscription of sandbox.club.webhookSubscriptions.values()) subscription.Url = URL_OF_EVENTS;
	const examples: IDataObject = { ...items[0], ...parameters, url: URL_OF_EVENTS };
	const shown: IDataObject = { resource: resource.value, operation: operation.value };
	for (const field of operation.fields as readonly INodeProperties[]) {
		const { name, type, required } = field;
		if (!required) shown[name] = added(field) as IDataObject;
		else if (type === 'resourceLocator') shown[name] = await chosenFrom(sandbox, field, items[0][name]);
		else if (!isExpression(field.default)) shown[name] = isExpression(examples[name]) ? items[0][name] : examples[name];
	}
	return club(operation.action, shown);
}
