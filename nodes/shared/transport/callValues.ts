import type { IDataObject } from 'n8n-workflow';
import { templateOf, type Call, type FreeCall, type PathNames } from '../api/endpoints';
import type { Advice } from './explain';
import type { NoAnswer } from './connection';
import type { HttpAnswer } from './http';
import { InvalidInput } from './errors';

export interface CallValues {
	/** Values for the names in the path. A missing one is refused. */
	params?: Record<string, unknown>;
	query?: IDataObject;
	body?: IDataObject;
	advice?: Advice;
	/** Whether the call is made once at most, although its method allows a repeat. */
	neverRepeat?: boolean;
	/** Whether the answer is not kept for the run. A page that is read once would keep its whole list in memory. */
	skipCache?: boolean;
	/** Receives each answer as it came, and how long it took in milliseconds. */
	onAnswer?: (answer: HttpAnswer | NoAnswer, milliseconds: number) => void;
}

export type Send = <C extends Call>(
	call: C,
	...values: [PathNames<C>] extends [never] ? [values?: CallValues] : [values: CallValues & { params: Record<PathNames<C>, unknown> }]
) => Promise<IDataObject>;

/** Makes a call that is chosen at run time, or that the spec does not show. */
export type Request = (call: FreeCall, values?: CallValues) => Promise<IDataObject>;

/**
 * The path of a call with its ids in place, each one encoded as a single segment.
 * @throws InvalidInput for a value that is empty or could leave its segment (`.`, `..`)
 */
export const pathOf = (call: FreeCall, values: Record<string, unknown>): string =>
	templateOf(call).replace(/\{(\w+)\}/g, (_, name: string) => {
		const segment = String(values[name] ?? '');
		if (!/[^.\s]/.test(segment)) {
			throw new InvalidInput(`"${segment}" cannot be used as ${name}`, 'Enter the ID as the API shows it.');
		}
		return encodeURIComponent(segment);
	});
