import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ITEM_CALLS, ITEMS, LIST_CALLS, ROWS } from './calls.mts';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { simplifyOption } from '../../nodes/Club/fields/fields';
import { ROOT } from '../host/commands.mts';
import { maxCountOf, permissionOf, READS } from '../../nodes/shared/api/endpoints';

const INTRODUCTION = `# Operations

Every operation of the Club node: what it does, its fields, its calls and what it returns. \`npm run docs\` writes this page from the node; don't edit it by hand.

- **Fields** have their name in the panel, then the name in a saved workflow. Required ones come first. A person's ID can be replaced by an email address,
  for one more call a person, or one a page of the list for many people.
- **Calls** are the fewest for one item, and what the Club API Key must allow. A *ReadWrite* key can read too. Several items that need the same read
  share it.
- **Output** lists the properties in n8n's preview. \`[]\` is a list. With *Simplify* off you get everything the club sends.
- Every *Get Many* also has \`returnAll\`, \`limit\`, and in \`options\` \`pageSize\` and \`cursor\`.
- Every operation has \`maxWait\` in \`options\`; those that read records have \`fields\`, and those that write have \`dryRun\`.
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

/** A line a field, and a line a group. */
function parametersOf({ fields, simplify }: AnyOperation): string[] {
	const shown = fields.filter(({ name }) => name !== 'options');
	const own = (fields.find(({ name }) => name === 'options')?.options ?? []) as readonly Shown[];
	const options = [...own, ...(simplify ? [simplifyOption] : [])];
	const groups = [...shown, ...(options.length ? [{ displayName: 'Options', name: 'options', type: 'collection', options }] : [])];
	const [plain, collections] = [false, true].map((isGroup) => groups.filter(({ type }) => COLLECTIONS.has(type) === isGroup));
	return [
		...(plain.length ? [plain.map((field) => named(field)).join(', ')] : []),
		...collections.map((field) => parameterOf(field as INodeProperties)),
	];
}

/** The least number of calls for an item. */
function costOf({ calls, list, cost }: AnyOperation): string {
	if (cost) return cost;
	const largest = list && maxCountOf(calls[0]);
	return largest ? `1 for each ${largest.toLocaleString('en')} records` : '1';
}

/** Whether an operation makes every read of the API, also those that the club may refuse. */
const readsAll = ({ calls }: AnyOperation): boolean => READS.every((call) => calls.includes(call));

function permissionFor(operation: AnyOperation): string {
	if (operation.isFree) return 'Read for GET, otherwise ReadWrite';
	return readsAll(operation) || !operation.calls.map(permissionOf).includes('ReadWrite') ? 'Read' : 'ReadWrite';
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** What a section says besides. */
const NOTES: Readonly<Record<string, string>> = {
	'athlete.upsert': `\`Outcome\` says what became of the item: \`Created\` (a new account), \`Added\` (somebody with an account on the platform joined this club),
\`Invited\` (they must accept an invitation), \`PendingInvitation\` (an earlier invitation is still open), \`Updated\` or \`Unchanged\`. \`StageKept\`
is there if the stage would have gone back and was kept. People are recognised by their address, so a new address makes a new person: to change an
address, use *Update*.`,
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

function operationSection(resource: Resource, operation: AnyOperation): string {
	const calls = operation.isFree ? 'any call' : readsAll(operation) ? 'every `GET`' : operation.calls.map(code).join(', ');
	const parameters = parametersOf(operation);
	const note = NOTES[`${resource.value}.${operation.value}`];
	return [
		`### ${resource.name}: ${operation.name}`,
		'',
		`${operation.description} (${code(operation.value)}).`,
		'',
		...(parameters.length ? [`- **Fields:** ${parameters[0]}`, ...parameters.slice(1).map((line) => `- ${line}`)] : []),
		`- **Calls:** ${costOf(operation)}. ${calls}; ${permissionFor(operation)}`,
		`- **Output:** ${outputOf(resource, operation)}`,
		'',
		...(note ? [note, ''] : []),
	].join('\n');
}

function sectionOf(resource: Resource): string {
	const operations = [...resource.operations].sort((a, b) => a.name.localeCompare(b.name));
	return [
		`## ${resource.name} (${code(resource.value)})`,
		'',
		`${resource.description}.`,
		'',
		...operations.map((operation) => operationSection(resource, operation)),
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
		'One run with several items, in a club whose athletes fit on one page. From five addresses on, the node reads a page instead of each person. In a',
		'larger club that takes one page for each 1,000 people.',
		'',
		callsTable(resources, ITEM_CALLS, ITEMS, 'items'),
		'One item that reads a list, by the rows of the list. A full last page is followed by an empty one, because the API says that more may come.',
		'',
		callsTable(resources, LIST_CALLS, ROWS, 'rows'),
	].join('\n');

/** The page docs/operations.md: a section an operation, and how the calls grow. */
export const operationsPage = (resources: readonly Resource[]): string =>
	[INTRODUCTION, ...[...resources].sort((a, b) => a.name.localeCompare(b.name)).map(sectionOf), callsSection(resources)].join('\n');
