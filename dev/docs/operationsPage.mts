import type { INodeProperties } from 'n8n-workflow';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { maxCountOf, permissionOf, READS } from '../../nodes/shared/api/endpoints';

const INTRODUCTION = `# Operations of the Club node

Generated from the node by \`npm run docs\`; do not edit by hand. Where a row has several API calls, the parameters decide which one is
made, or one looks up what another needs.

- **Permission**: what the Club API Key must allow. *Read* is also allowed by a *ReadWrite* key.
- **Parameters**: those that must be filled in stand first; the others are grouped as in the panel. A person may be named by an email
  address instead of an ID, which costs one more call a person, or one a page of the list for many of them.
- **Calls**: how many an item takes at the least. The same read of several items is made once in a run.
- Every *Get Many* also has \`returnAll\`, \`limit\`, and in \`options\` \`pageSize\`, \`cursor\` and \`output\`. Every operation has \`onRateLimit\` and
  \`maxWait\` in \`options\`; one that reads records \`fields\`, one that writes \`dryRun\` and \`showFirst\`, with \`confirmationCode\` beside the options; one
  with a GET takes \`additionalParameters\` among its filters or options.
- With \`showFirst\`, the run that shows and the one that confirms take at most three calls more together than the change.
`;

const code = (text: string): string => `\`${text}\``;

const COLLECTIONS: ReadonlySet<string> = new Set(['collection', 'fixedCollection']);

/** A field and, for a group, the fields in it: "`userId`", "filters: `fromId`, `toId`". */
function parameterOf({ name, type, options = [] }: Pick<INodeProperties, 'name' | 'type' | 'options'>): string {
	if (!COLLECTIONS.has(type)) return code(name);
	return `${name}: ${options.map((option) => code(option.name)).join(', ')}`;
}

function parametersOf({ fields, simplify }: AnyOperation): string {
	const shown = fields.filter(({ name }) => name !== 'options');
	const own = (fields.find(({ name }) => name === 'options')?.options ?? []) as readonly { name: string }[];
	const options = [...own, ...(simplify ? [{ name: 'simplify' }] : [])];
	const groups = options.length ? [...shown, { name: 'options', type: 'collection', options }] : shown;
	return groups.map((field) => parameterOf(field as INodeProperties)).join('<br>');
}

/** How many calls an item takes at the least. */
function costOf({ calls, list, cost }: AnyOperation): string {
	if (cost) return cost;
	const largest = list && maxCountOf(calls[0]);
	return largest ? `1 for each ${largest} records` : '1';
}

/** Whether an operation makes every read that there is, those that the club may refuse among them. */
const readsAll = ({ calls }: AnyOperation): boolean => READS.every((call) => calls.includes(call));

function permissionFor(operation: AnyOperation): string {
	if (operation.isFree) return 'Read for GET, otherwise ReadWrite';
	return readsAll(operation) || !operation.calls.map(permissionOf).includes('ReadWrite') ? 'Read' : 'ReadWrite';
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

const rowOf = (operation: AnyOperation): string =>
	row(
		`${operation.name} (${code(operation.value)})`,
		operation.description,
		operation.isFree ? 'any' : readsAll(operation) ? 'every GET' : operation.calls.map(code).join('<br>'),
		permissionFor(operation),
		parametersOf(operation),
		costOf(operation),
	);

function sectionOf(resource: Resource): string {
	const operations = [...resource.operations].sort((a, b) => a.name.localeCompare(b.name));
	return [
		`## ${resource.name} (${code(resource.value)})`,
		'',
		`${resource.description}.`,
		'',
		row('Operation', 'What it does', 'API call', 'Permission', 'Parameters', 'Calls'),
		row('---', '---', '---', '---', '---', '---'),
		...operations.map(rowOf),
		'',
	].join('\n');
}

/** The page docs/operations.md: a section a resource, a row an operation. */
export const operationsPage = (resources: readonly Resource[]): string =>
	[INTRODUCTION, ...[...resources].sort((a, b) => a.name.localeCompare(b.name)).map(sectionOf)].join('\n');
