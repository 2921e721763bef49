import { useAttackedClub } from './attackedClub.mts';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { AnyOperation } from '../../../../nodes/Club/operation';
import { runNode, type NodeOutcome } from '../../../support/node.mts';
import { drawn, IS_WHOLE, sampled, SEED } from '../../../support/sample.mts';
import { operations, type NamedOperation } from '../../support/operations.mts';
import { expectOwnError, expectPaired, expectRequests, guardPrototypes, routesOf } from './oracle.mts';
import { slotsOfOperation, type Slot } from './slots.mts';
import { EXPRESSIONS, hostile, KNOWN } from './values.mts';

/** As many as an example has records, so that no item undoes what the next one works on. */
const AT_ONCE = 10;

/** An operation under attack. */
interface Target extends NamedOperation {
	slots: PlacedSlot[];
	routes: Set<string> | undefined;
}

/** A slot among all of the node's: no other operation before has one like it, or it is one more of its kind. */
interface PlacedSlot extends Slot {
	isNew: boolean;
	index: number;
}

/** Whether a slot is attacked alone: the first of those that are checked alike, or each in a whole run. */
const isAlone = ({ isNew }: PlacedSlot): boolean => isNew || IS_WHOLE;

/** What a slot is given: some of the known values, or an expression. */
interface Attack {
	slot: PlacedSlot;
	/** What a sample has for each type of field at least once. */
	name: string;
	values?: readonly unknown[];
	expression?: string;
}

/** All operations of the node, each slot in its place. */
function allTargets(): Target[] {
	const known = new Set<string>();
	let index = 0;
	const placed = (slot: Slot): PlacedSlot => {
		const isNew = !known.has(slot.kind);
		known.add(slot.kind);
		return { ...slot, isNew, index: ++index };
	};
	return operations.map((one) => ({
		...one,
		slots: slotsOfOperation(one.operation).map(placed),
		routes: routesOf(one.operation),
	}));
}

const inGroupsOf = <T,>(size: number, all: readonly T[]): T[][] =>
	Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** All known values and expressions for a slot of a new kind; two expressions for one more of its kind, each time others. */
function attacksOn(slot: PlacedSlot): Attack[] {
	const groups = slot.isNew ? inGroupsOf(AT_ONCE, KNOWN) : [];
	const expressions = slot.isNew ? EXPRESSIONS : [0, 1].map((next) => EXPRESSIONS[(SEED + slot.index + next) % EXPRESSIONS.length]);
	return [
		...groups.map((values, group) => ({ slot, name: `values ${group}`, values })),
		...expressions.map((expression) => ({ slot, name: expression, expression })),
	];
}

/** What a sample has at least once: each parameter, and each type of field with each group of values and each expression. */
const valuesOf = ({ slot, name }: Attack): string[] => [String(slot.index), `${slot.type} ${name}`];

/** What an error may repeat of a value: its text, which is the user's own. */
const textOf = (value: unknown): string => {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'object' ? '' : String(value);
};

export function testHostile(wanted: (operation: AnyOperation) => boolean): void {
	const targets = allTargets().filter(({ operation }) => wanted(operation));
	const attacks = sampled(
		targets.flatMap(({ slots }) => slots.filter(isAlone).flatMap(attacksOn)),
		valuesOf,
	);
	const { club, exampleFor } = useAttackedClub();

	/** Runs an operation with a value in one place, in each item another value; every other parameter is fine. */
	async function tryValues(target: Target, slot: Slot, values: unknown[]): Promise<void> {
		const { parameters, items } = exampleFor(target);
		const attacked = values.map((value, index) => ({ ...items[index % items.length], hostile: value as IDataObject }));
		const attack = slot.put(parameters, '={{ $json.hostile }}');
		if (values.length === 1) expectStopped(await runNode({ sandbox: club(), parameters: attack, items: attacked }), textOf(values[0]));
		else {
			const outcome = await runNode({ sandbox: club(), parameters: attack, items: attacked, onError: 'continueErrorOutput' });
			expect(outcome.error).toBeUndefined();
			expectPaired(outcome, attacked.length, (item) => textOf(values[item]));
		}
		expectRequests(club(), target.routes, slot.raw);
	}

	async function tryExpression(target: Target, slot: Slot, expression: string): Promise<void> {
		const { parameters, items } = exampleFor(target);
		expectStopped(await runNode({ sandbox: club(), parameters: slot.put(parameters, expression), items: items.slice(0, 1) }));
		expectRequests(club(), target.routes, slot.raw);
	}

	async function tryTogether(target: Target, values: unknown[]): Promise<void> {
		const { parameters, items } = exampleFor(target);
		const attacked: IDataObject = { ...items[0] };
		let attack = parameters;
		target.slots.forEach((slot, index) => {
			if (values[index] === null) return;
			attacked[`hostile${index}`] = values[index] as IDataObject;
			attack = slot.put(attack, `={{ $json.hostile${index} }}`);
		});
		expectStopped(await runNode({ sandbox: club(), parameters: attack, items: [attacked] }));
		expectRequests(club(), target.routes, true);
	}

	const expectStopped = ({ error }: NodeOutcome, given = '') => {
		if (error) expectOwnError(error, given);
	};

	describe.each(targets)('$name', (target) => {
		const attacked = async (slot: PlacedSlot) => {
			const expectPrototypes = guardPrototypes();
			const own = attacks.filter((attack) => attack.slot === slot);
			const known = own.flatMap(({ values }) => (values ? [values] : []));
			await fc.assert(
				fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 6 }), async (some) => await tryValues(target, slot, some)),
				{ seed: SEED + slot.index, numRuns: known.length + drawn(0, 3) || 1, examples: known.map((group) => [group]) },
			);
			const expressions = own.flatMap(({ expression }) => expression ?? []);
			for (const expression of expressions) await tryExpression(target, slot, expression);
			expectPrototypes();
		};
		for (const slot of target.slots.filter(isAlone)) test(`takes or refuses anything as ${slot.path}`, async () => await attacked(slot));

		test('takes or refuses anything in all places at once', async () => {
			const expectPrototypes = guardPrototypes();
			const values = fc.tuple(...target.slots.map(() => fc.option(hostile, { freq: 2 })));
			await fc.assert(
				fc.asyncProperty(values, async (all) => await tryTogether(target, all)),
				{ seed: SEED, numRuns: drawn(1, 10) },
			);
			expectPrototypes();
		});
	});
}
