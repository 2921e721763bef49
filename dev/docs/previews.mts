import type { IDataObject } from 'n8n-workflow';
import { mayWrite, type AnyOperation, type Resource } from '../../nodes/Club/operation';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { runNode } from '../host/engine.mts';
import { exampleOf, NOW } from './examples.mts';
import { shownOf } from './previewedProperties.mts';

/** What a value looks like, in the part of JSON Schema that n8n's editor shows before a node has run. */
interface Preview {
	type: string | string[];
	properties?: Record<string, Preview>;
	items?: Preview;
}

const typesOf = ({ type }: Preview): string[] => [type].flat();

const isNested = ({ type }: Preview): boolean => type === 'object' || type === 'array';

const mergedProperties = (a: Preview['properties'] = {}, b: Preview['properties'] = {}): Preview['properties'] => {
	const merged = { ...a };
	for (const [name, preview] of Object.entries(b)) merged[name] = name in merged ? merge(merged[name], preview) : preview;
	return merged;
};

/** What holds for both. What is nested is shown with its inside, although it may be null. */
function merge(a: Preview, b: Preview): Preview {
	if (a.type === 'object' && b.type === 'object') return { type: 'object', properties: mergedProperties(a.properties, b.properties) };
	if (a.type === 'array' && b.type === 'array') {
		const items = a.items && b.items ? merge(a.items, b.items) : (a.items ?? b.items);
		return { type: 'array', ...(items && { items }) };
	}
	const nested = [a, b].find(isNested);
	if (nested) return nested;
	const types = [...new Set([...typesOf(a), ...typesOf(b)])].sort(
		(x, y) => Number(x === 'null') - Number(y === 'null') || x.localeCompare(y),
	);
	return { type: types.length === 1 ? types[0] : types };
}

function previewOf(value: unknown, shown: ReadonlySet<string>): Preview {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) {
		return value
			.map((entry) => previewOf(entry, shown))
			.reduce<Preview>((all, items) => merge(all, { type: 'array', items }), { type: 'array' });
	}
	if (typeof value !== 'object') return { type: typeof value };
	const known = Object.entries(value).filter(([name]) => shown.has(name));
	return { type: 'object', properties: Object.fromEntries(known.map(([name, inner]) => [name, previewOf(inner, shown)])) };
}

/**
 * The preview of a node's output, from what several runs gave.
 * @param shown names of the properties that it may show; a preview must not promise what a sandbox made up
 */
const previewOfRows = (rows: IDataObject[], shown: ReadonlySet<string>): Preview & { version: 1 } => ({
	...rows.map((row) => previewOf(row, shown)).reduce(merge, { type: 'object', properties: {} }),
	version: 1,
});

const newClub = async (): Promise<Sandbox> => await startSandbox({ rate: false, now: () => NOW });

/** What an operation gives on a club, for several records. @throws when one of them cannot be had */
async function exampleRows(sandbox: Sandbox, resource: Resource, operation: AnyOperation): Promise<IDataObject[]> {
	const { rows, error } = await runNode({ sandbox, ...exampleOf(sandbox.club, resource, operation) });
	if (error)
		throw new Error(
			`The example of ${resource.value}.${operation.value} (dev/docs/examples.mts) failed: ${error.message} ${error.description}`,
		);
	return rows;
}

/**
 * The previews of all operations by file name, `athlete/get.json`, as they are stored. An operation of whose answer
 * the spec shows nothing has none.
 */
export async function previews(resources: readonly Resource[]): Promise<Map<string, string>> {
	const files = new Map<string, string>();
	const unchanged = await newClub();
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const sandbox = mayWrite(operation) ? await newClub() : unchanged;
			const preview = previewOfRows(await exampleRows(sandbox, resource, operation), shownOf(resource));
			if (sandbox !== unchanged) await sandbox.close();
			if (Object.keys(preview.properties ?? {}).length === 0) continue;
			files.set(`${resource.value}/${operation.value}.json`, `${JSON.stringify(preview, null, '\t')}\n`);
		}
	}
	await unchanged.close();
	return files;
}
