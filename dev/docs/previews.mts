import type { IDataObject } from 'n8n-workflow';
import type { AnyOperation, Resource } from '../../nodes/Club/operation';
import { startSandbox } from '../../sandbox/index.mts';
import { runNode } from '../host/engine.mts';
import { exampleOf, NOW } from './examples.mts';
import { previewOfRows } from './preview.mts';
import { shownOf } from './previewedProperties.mts';

/** What an operation gives on a club of its own, for several records. @throws when one of them cannot be had */
async function exampleRows(resource: Resource, operation: AnyOperation): Promise<IDataObject[]> {
	const sandbox = await startSandbox({ rate: false, now: () => NOW });
	const { rows, error } = await runNode({ sandbox, ...exampleOf(sandbox.club, resource, operation) });
	await sandbox.close();
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
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const preview = previewOfRows(await exampleRows(resource, operation), shownOf(resource));
			if (Object.keys(preview.properties ?? {}).length === 0) continue;
			files.set(`${resource.value}/${operation.value}.json`, `${JSON.stringify(preview, null, '\t')}\n`);
		}
	}
	return files;
}
