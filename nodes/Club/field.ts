import type { IDataObject, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { EmailLookUp } from '../shared/api/endpoints';
import { SWITCH_HINT } from '../shared/panel/parts';

/** Whom a user means by a resource locator, by an address that is looked up first. */
export class ByEmail {
	constructor(
		readonly email: string,
		readonly lookUp: EmailLookUp,
	) {}
}

/** The values with an id in the place of each address. */
export type Resolved<T> = { [Name in keyof T]: Exclude<T[Name], ByEmail> };

type DeepReadonly<T> = T extends (...args: never[]) => unknown ? T : T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Checks what a user has entered. @returns the value as the API takes it @throws InvalidInput that names the field by its label */
type Check<T = unknown> = (value: unknown, label: string) => T;

/** What a parameter is to this node, besides what n8n shows of it. */
interface FieldRules {
	/** Whether the API takes it; false for what steers this node alone. */
	readonly api?: false;
	/** How its value is checked, where its type does not tell. */
	readonly check?: Check;
	/** Whether an empty text is an expression without a value rather than a parameter left out. */
	readonly blank?: 'refused';
	/** What leaving it out means, where that is a lot: one that is added without a value is refused with this. */
	readonly leftOut?: string;
	/** Whether few people need it, so that it stands behind the others of its group. */
	readonly technical?: true;
}

/** A parameter of a node, as a literal that the lint and the compiler can read. */
export interface Field extends DeepReadonly<Omit<INodeProperties, 'options'>>, FieldRules {
	readonly options?: ReadonlyArray<DeepReadonly<INodePropertyOptions> | DeepReadonly<INodePropertyCollection> | Field>;
}

/** The fields in a collection. */
export const fieldsIn = ({ options = [] }: Field): readonly Field[] => options as readonly Field[];

/** What a field tells this node alone. */
const OWN: ReadonlySet<string> = new Set<keyof FieldRules>(['api', 'check', 'blank', 'leftOut', 'technical']);

/** A field of a group as n8n takes it. */
const memberOf = (field: Field): INodeProperties => ({
	...panelProperty(field),
	...(field.type === 'boolean' && { builderHint: SWITCH_HINT }),
});

/** A field as n8n takes it. */
export function panelProperty(field: Field): INodeProperties {
	const property = Object.fromEntries(Object.entries(field).filter(([key]) => !OWN.has(key))) as unknown as INodeProperties;
	return field.type === 'collection' ? { ...property, options: fieldsIn(field).map(memberOf) } : property;
}

/** The checked value of a parameter, by its check or its type. */
type ValueOf<F> = F extends { check: Check<infer V> }
	? V
	: F extends { type: 'resourceLocator'; modes: ReadonlyArray<infer M> }
		? number | (Extract<M, { name: 'email' }> extends never ? never : ByEmail)
		: F extends { type: 'options'; options: ReadonlyArray<{ readonly value: infer V }> }
			? V
			: F extends { type: 'multiOptions'; options: ReadonlyArray<{ readonly value: infer V }> }
				? V[]
				: F extends { type: 'string' | 'dateTime' }
					? string
					: F extends { type: 'number' }
						? number
						: F extends { type: 'boolean' }
							? boolean
							: F extends { type: 'collection'; options: infer O extends readonly unknown[] }
								? Partial<Values<O>>
								: F extends { type: 'fixedCollection' }
									? IDataObject[]
									: IDataObject;

/** A parameter that always has a value: one that must be filled in, or a group, which may be empty. */
type Present = { required: true } | { type: 'collection' };

type NameOf<F> = F extends { name: infer N extends string } ? N : never;

/** The checked values of an operation's parameters, by name. A renamed parameter is a compile error. */
export type Values<F extends readonly unknown[]> = {
	[P in F[number] as P extends Present ? NameOf<P> : never]: ValueOf<P>;
} & {
	[P in F[number] as P extends Present ? never : NameOf<P>]?: ValueOf<P>;
};
