import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { template, templateFiles } from '../../dev/demo/templates.mts';
import { ROOT } from '../../dev/host/commands.mts';
import { HOST } from '../../dev/host/install.mts';
import { Club } from '../../nodes/Club/Club.node.ts';
import { ClubPollTrigger } from '../../nodes/ClubPollTrigger/ClubPollTrigger.node.ts';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { resources } from '../../nodes/Club/resources';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { exampleOf } from '../../dev/docs/examples.mts';

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
	generateSingleVersionTypeFile(node: INodeTypeDescription, version: number): string;
	orchestrateGeneration(options: { nodes: INodeTypeDescription[]; outputDir: string }): Promise<unknown>;
}

/** How n8n looks over what an assistant has built. */
interface Validator {
	setSchemaBaseDirs(folders: string[]): void;
	validateNodeConfig(type: string, version: number, config: { parameters: IDataObject }): { errors: Array<{ message: string }> };
	validateWorkflow(workflow: object): { errors: object[]; warnings: object[] };
}

/** Most characters that a builder reads for one operation. */
const MOST = 6_000;

/** The same for a trigger, which says of each event what it means. */
const MOST_OF_TRIGGER = 15_500;

const ofN8n = <T,>(file: string): T => createRequire(import.meta.url)(join(HOST, 'node_modules/@n8n/workflow-sdk/dist', file)) as T;
const generator = ofN8n<Generator>('generate-types/generate-types.js');
const validator = ofN8n<Validator>('validation/index.js');
const node = { ...new Club().description, name: 'n8n-nodes-club.club' };
const combinations = generator.extractDiscriminatorCombinations(node);

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

	test.each([new ClubTrigger(), new ClubPollTrigger()])(
		'for $description.displayName is short, and holds its parameters',
		({ description }) => {
			const definition = generator.generateSingleVersionTypeFile(
				{ ...description, name: `n8n-nodes-club.${description.name}` },
				Number(description.version),
			);
			expect(definition.length).toBeLessThanOrEqual(MOST_OF_TRIGGER);
			for (const { name, type } of description.properties) if (type !== 'notice') expect(definition).toContain(name);
		},
	);

	test('says of a switch that it is off where it is left out', () => {
		expect(definitionOf({ resource: 'athlete', operation: 'create' })).toMatch(
			/Off when it is left out.*\n(.*\n){0,3}.*userConfirmed\?: boolean/,
		);
	});

	test('knows the properties of the records', () => {
		expect(definitionOf({ resource: 'athlete', operation: 'get' })).toContain('ClientStage?: string');
	});
});

describe('What a builder makes', () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-club-definitions-'));
	const OPERATIONS = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({ name: `${resource.value}: ${operation.value}`, resource, operation })),
	);
	const errorsOf = (parameters: IDataObject): string[] =>
		validator.validateNodeConfig('n8n-nodes-club.club', 1, { parameters }).errors.map(({ message }) => message);
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
		const nodes = [new Club(), new ClubTrigger(), new ClubPollTrigger()].map(({ description }) => ({
			...description,
			name: `n8n-nodes-club.${description.name}`,
		}));
		await generator.orchestrateGeneration({ nodes, outputDir: folder });
		validator.setSchemaBaseDirs([folder]);
	});
	afterAll(async () => {
		await sandbox.close();
		rmSync(folder, { recursive: true });
	});

	test.each(OPERATIONS)("of $name passes n8n's validator", ({ resource, operation }) => {
		expect(errorsOf(exampleOf(sandbox.club, resource, operation).parameters)).toEqual([]);
	});

	test('is refused where an operation, a stage or a value is not of the kind', () => {
		expect(errorsOf({ resource: 'athlete', operation: 'find' })).toEqual([expect.stringContaining('got "find", expected one of')]);
		const stage = { resource: 'athlete', operation: 'setClientStage', userId: { __rl: true, mode: 'id', value: '7' } };
		expect(errorsOf({ ...stage, clientStage: 'Hot' })).not.toEqual([]);
		expect(errorsOf({ ...stage, clientStage: 'Lead' })).toEqual([]);
		expect(errorsOf({ resource: 'athlete', operation: 'search', query: 'an', limit: 'ten' })).not.toEqual([]);
	});

	test.each(templateFiles())('as the example workflow %s does passes it without a warning', (file) => {
		expect(validator.validateWorkflow(template(file))).toMatchObject({ errors: [], warnings: [] });
	});
});
