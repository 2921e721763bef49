import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ITEM_CALLS, ITEMS, LIST_CALLS, ROWS } from './calls.mts';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { simplifyOption } from '../../nodes/Club/fields/fields';
import { ROOT } from '../host/commands.mts';
import { maxCountOf, permissionOf, READS } from '../../nodes/shared/api/endpoints';

const INTRODUCTION = `# Operations of the Club node

Use this page to look up an operation: its API call, the permission of the key, its parameters and its cost in calls.
The command \`npm run docs\` writes it from the node; do not edit it by hand.

- **API call**: if a row has several calls, the parameters choose one, or one call looks up a value for another.
- **Permission**: what the Club API Key must allow. A *ReadWrite* key also allows *Read*.
- **Parameters**: the name in the panel, then the name in a saved workflow. Required parameters come first. An email address can replace the ID of a person. It costs one more
  call for each person, or one for each page of the list for many people.
- **Output**: the properties of an item that the node shows in its preview, without those that only some clubs send. A name with
  \`[]\` is a list. With *Simplify* off, an item has all that the club sends.
- **Calls**: the smallest number of calls for an item. The node makes the same read for several items once in a run.
- Every *Get Many* also has \`returnAll\`, \`limit\`, and in \`options\` \`pageSize\` and \`cursor\`.
- Every operation has \`maxWait\` in \`options\`. An operation that reads records also has \`fields\`. An operation that writes
  has \`dryRun\`.
`;

const code = (text: string): string => `\`${text}\``;

const COLLECTIONS: ReadonlySet<string> = new Set(['collection', 'fixedCollection']);

type Shown = Pick<INodeProperties, 'displayName' | 'name'>;

/** A field by its name in the panel and in a saved workflow: "First Name `firstMidName`". */
const named = ({ displayName, name }: Shown): string => `${displayName} ${code(name)}`;

/** A field and, for a group, the fields in it: "Athlete `userId`", "*Filters* `filters`: From ID `fromId`, To ID `toId`". */
function parameterOf({ type, options = [], ...field }: Pick<INodeProperties, 'displayName' | 'name' | 'type' | 'options'>): string {
	if (!COLLECTIONS.has(type)) return named(field);
	return `*${field.displayName}* ${code(field.name)}: ${options.map((option) => named(option as Shown)).join(', ')}`;
}

function parametersOf({ fields, simplify }: AnyOperation): string {
	const shown = fields.filter(({ name }) => name !== 'options');
	const own = (fields.find(({ name }) => name === 'options')?.options ?? []) as readonly Shown[];
	const options = [...own, ...(simplify ? [simplifyOption] : [])];
	const groups = options.length ? [...shown, { displayName: 'Options', name: 'options', type: 'collection', options }] : shown;
	return groups.map((field) => parameterOf(field as INodeProperties)).join('<br>');
}

/** The least number of calls for an item. */
function costOf({ calls, list, cost }: AnyOperation): string {
	if (cost) return cost;
	const largest = list && maxCountOf(calls[0]);
	return largest ? `1 for each ${largest} records` : '1';
}

/** Whether an operation makes every read of the API, also those that the club may refuse. */
const readsAll = ({ calls }: AnyOperation): boolean => READS.every((call) => calls.includes(call));

function permissionFor(operation: AnyOperation): string {
	if (operation.isFree) return 'Read for GET, otherwise ReadWrite';
	return readsAll(operation) || !operation.calls.map(permissionOf).includes('ReadWrite') ? 'Read' : 'ReadWrite';
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

const rowOf = (resource: Resource, operation: AnyOperation): string =>
	row(
		`${operation.name} (${code(operation.value)})`,
		operation.description,
		operation.isFree ? 'any' : readsAll(operation) ? 'every GET' : operation.calls.map(code).join('<br>'),
		permissionFor(operation),
		parametersOf(operation),
		outputOf(resource, operation),
		costOf(operation),
	);

/** What a section says below its table. */
const NOTES: Readonly<Record<string, string>> = {
	athlete: `*Create or Update* says in \`Outcome\` what became of an item: \`Created\` (a new account), \`Added\` (an account of the platform, which
joins this club), \`Invited\` (the person must accept an invitation), \`PendingInvitation\` (an earlier invitation is still open),
\`Updated\` or \`Unchanged\`. It has \`StageKept\` where the stage would have gone back and was kept.
`,
};

/** The properties of an item, from the preview that n8n shows before a run. */
function outputOf(resource: Resource, { value }: AnyOperation): string {
	const file = join(ROOT, 'nodes', 'Club', '__schema__', 'v1.0.0', resource.value, `${value}.json`);
	if (!existsSync(file)) return 'what the club answers';
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: Record<string, { type: string }> };
	return Object.entries(properties)
		.map(([name, { type }]) => code(type === 'array' ? `${name}[]` : name))
		.join(' ');
}

function sectionOf(resource: Resource): string {
	const operations = [...resource.operations].sort((a, b) => a.name.localeCompare(b.name));
	return [
		`## ${resource.name} (${code(resource.value)})`,
		'',
		`${resource.description}.`,
		'',
		row('Operation', 'What it does', 'API call', 'Permission', 'Parameters', 'Output', 'Calls'),
		row('---', '---', '---', '---', '---', '---', '---'),
		...operations.map((operation) => rowOf(resource, operation)),
		'',
		...(NOTES[resource.value] ? [NOTES[resource.value]] : []),
	].join('\n');
}

/** A table of the fewest calls, with a column for each count. */
function callsTable(resources: readonly Resource[], rows: typeof ITEM_CALLS, counts: readonly number[], what: string): string {
	const named = (id: string): string => {
		const [resource, value] = id.split('.');
		const { name, operations } = resources.find((one) => one.value === resource)!;
		return `${name} > ${operations.find((operation) => operation.value === value)!.name}`;
	};
	const line = ({ operation, way, calls }: (typeof rows)[number]): string => row(`${named(operation)}, ${way}`, ...calls.map(String));
	const heads = counts.map((count) => `${count.toLocaleString('en')} ${count === 1 ? what.slice(0, -1) : what}`);
	return [row('Operation', ...heads), row('---', ...counts.map(() => '---:')), ...rows.map(line), ''].join('\n');
}

/** The section that shows how the calls grow. */
const callsSection = (resources: readonly Resource[]): string =>
	[
		'## How the calls grow',
		'',
		'The calls of one run for several items, in a club whose athletes fit on one page. From five addresses on, the node reads a page',
		'instead of one person for each item. If people are found by email, a larger club takes more pages: one for each 1,000 people.',
		'',
		callsTable(resources, ITEM_CALLS, ITEMS, 'items'),
		'The calls for one item that reads a list, by the rows of the list. The API says that a full page may be followed by another one, so',
		'the node reads an empty page after a last page that is full.',
		'',
		callsTable(resources, LIST_CALLS, ROWS, 'rows'),
	].join('\n');

/** The page docs/operations.md: a section a resource, a row an operation, and how the calls grow. */
export const operationsPage = (resources: readonly Resource[]): string =>
	[INTRODUCTION, ...[...resources].sort((a, b) => a.name.localeCompare(b.name)).map(sectionOf), callsSection(resources)].join('\n');
