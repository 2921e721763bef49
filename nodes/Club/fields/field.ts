import type { IDataObject, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { EmailLookUp } from '../../shared/api/endpoints';
import { SWITCH_HINT } from '../../shared/panel';
import type { ByEmail, ByNameAndTime, OfPerson } from './namedRecords';

/** The values with an ID in place of each address, and of each class that was chosen by its name. */
export type Resolved<T> = { [Name in keyof T]: Exclude<T[Name], ByEmail | ByNameAndTime | OfPerson> };

type DeepReadonly<T> = T extends (...args: never[]) => unknown ? T : T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Checks a value of the user. @returns the value as the API expects it @throws InvalidInput with the label of the field */
type Check<T = unknown> = (value: unknown, label: string, zone: string) => T;

interface FieldRules {
	readonly api?: false;
	readonly check?: Check;
	/** For a switch that protects: it is refused when it is added and empty, also from a model. */
	readonly blank?: 'refused';
	/** For a locator with an address: the call that finds the record. */
	readonly lookUp?: EmailLookUp;
	/** Whether few people need it, so that it comes last in its group. */
	readonly technical?: true;
}

export interface Field extends DeepReadonly<Omit<INodeProperties, 'options'>>, FieldRules {
	readonly options?: ReadonlyArray<DeepReadonly<INodePropertyOptions> | DeepReadonly<INodePropertyCollection> | Field>;
}

export const fieldsIn = ({ options = [] }: Field): readonly Field[] => options as readonly Field[];

const RULES: ReadonlySet<string> = new Set<keyof FieldRules>(['api', 'check', 'blank', 'lookUp', 'technical']);

const memberOf = (field: Field): INodeProperties => ({
	...panelProperty(field),
	...(field.type === 'boolean' && { builderHint: SWITCH_HINT }),
});

export function panelProperty(field: Field): INodeProperties {
	const property = Object.fromEntries(Object.entries(field).filter(([key]) => !RULES.has(key))) as unknown as INodeProperties;
	return field.type === 'collection' ? { ...property, options: fieldsIn(field).map(memberOf) } : property;
}

type ValueOf<F> = F extends { check: Check<infer V> }
	? V
	: F extends { type: 'resourceLocator'; modes: ReadonlyArray<infer M> }
		?
				| number
				| (Extract<M, { name: 'email' }> extends never ? never : ByEmail)
				| (Extract<M, { name: 'nameAndTime' }> extends never ? never : ByNameAndTime)
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

/** A parameter that always has a value: a required one that is always shown, or a group, which can be empty. */
type Present = { required: true; displayOptions?: { show?: undefined; hide?: unknown } } | { type: 'collection' };

type NameOf<F> = F extends { name: infer N extends string } ? N : never;

/** The checked values of an operation's parameters, by name. A renamed parameter is a compile error. */
export type Values<F extends readonly unknown[]> = {
	[P in F[number] as P extends Present ? NameOf<P> : never]: ValueOf<P>;
} & {
	[P in F[number] as P extends Present ? never : NameOf<P>]?: ValueOf<P>;
};
