import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { Club } from '../../nodes/Club/Club.node.ts';
import { resources } from '../../nodes/Club/resources';
import { ROOT } from '../../host/commands.mts';

/** What an assistant that builds workflows reads of a node: n8n's own generator, as it comes with n8n. */
interface Generator {
	extractDiscriminatorCombinations(node: INodeTypeDescription): Array<{ resource: string; operation: string }>;
	getPropertiesForCombination(node: INodeTypeDescription, combination: object): INodeProperties[];
	generateDiscriminatorFile(
		node: INodeTypeDescription,
		version: number,
		combination: object,
		properties: INodeProperties[],
		schema?: object,
	): string;
}

/** Most characters that a builder reads for one operation. */
const MOST = 6_000;

const generator = createRequire(import.meta.url)(
	join(ROOT, 'host/node_modules/@n8n/workflow-sdk/dist/generate-types/generate-types.js'),
) as Generator;
const node = { ...new Club().description, name: 'n8n-nodes-club.club' };
const combinations = generator.extractDiscriminatorCombinations(node);

/** The definition of an operation, as a builder reads it. */
function definitionOf({ resource, operation }: { resource: string; operation: string }): string {
	const file = join(ROOT, `nodes/Club/__schema__/v1.0.0/${resource}/${operation}.json`);
	const schema = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : undefined;
	const combination = { resource, operation };
	return generator.generateDiscriminatorFile(node, 1, combination, generator.getPropertiesForCombination(node, combination), schema);
}

describe('What a builder of workflows reads', () => {
	test('is one definition an operation', () => {
		const operations = resources.flatMap(({ value: resource, operations: own }) =>
			own.map(({ value: operation }) => `${resource}.${operation}`),
		);
		expect(combinations.map(({ resource, operation }) => `${resource}.${operation}`).sort()).toEqual(operations.sort());
	});

	test.each(combinations)('for $resource.$operation is short, and holds its parameters alone', ({ resource, operation }) => {
		const definition = definitionOf({ resource, operation });
		expect(definition.length).toBeLessThanOrEqual(MOST);
		const { fields } = resources.find(({ value }) => value === resource)!.operations.find(({ value }) => value === operation)!;
		for (const { name } of fields) expect(definition).toContain(`${name}`);
	});

	test('says of a switch that it is off where it is left out', () => {
		expect(definitionOf({ resource: 'athlete', operation: 'create' })).toMatch(
			/Off when it is left out.*\n(.*\n){0,3}.*userConfirmed\?: boolean/,
		);
	});

	test('knows the properties of the records', () => {
		expect(definitionOf({ resource: 'athlete', operation: 'get' })).toContain('ClientStage?: string');
	});
});
