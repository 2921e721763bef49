import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../shared/api/endpoints';
import { PROPERTIES, RECORDS } from '../../shared/api/properties';
import { orderOn } from '../../shared/records/step';
import { isObject } from '../../shared/transport/json';
import type { Sight } from './evidence';
import { isList, rowsOf } from './evidence';
import type { Names } from './names';
import type { Property } from './shape';
import { propertiesOf, typeOf } from './shape';

/** What one read has shown: nothing of it is a value of a record. */
export interface Answer extends IDataObject {
	call: string;
	purpose: string;
	/** 0 where no answer came. */
	status: number;
	errorType?: string;
	problem?: string;
	milliseconds: number;
	/** What the body is: a page, a list, a record, nothing, or something that no answer of the API is. */
	body: string;
	/** How many records it holds. */
	rows: number;
	/** Which way a list of several rows goes. */
	order?: string;
	/** The cursors and the legacy values that a page gives, and its `Continue`. */
	cursors?: string[];
	continue?: string;
	properties?: Property[];
	/** Properties that the document names and no record has. */
	missing?: string[];
	/** Properties that the document does not name. */
	unnamed?: string[];
}

const CURSORS = ['NextCursor', 'PrevCursor', 'NextId', 'PrevId', 'NextDateTime', 'PrevDateTime'];

const isPage = (body: unknown): body is Record<string, unknown> =>
	isObject(body) && ['Results', 'Continue', ...CURSORS].some((name) => name in body);

/** What a body is, in a word. */
function kindOf(sight: Sight): string {
	const { body, problem, status } = sight;
	if (problem) return 'unread';
	if (body === undefined || body === null || body === '') return 'nothing';
	if (Array.isArray(body)) return 'list';
	if (!isObject(body)) return typeOf(body);
	return isPage(body) ? 'page' : isList(sight.call) || status >= 300 ? 'object' : 'record';
}

/** The records that an answer is about: of a read of one record the body itself. */
export function recordsOf(sight: Sight): IDataObject[] {
	if (sight.status < 200 || sight.status >= 300) return [];
	return isList(sight.call) || isPage(sight.body) || !isObject(sight.body) ? rowsOf(sight) : [sight.body as IDataObject];
}

/** What a page says of where it leads. */
function leadsOf(body: unknown): Pick<Answer, 'cursors' | 'continue'> {
	if (!isPage(body)) return {};
	const given = CURSORS.filter((name) => (body[name] ?? null) !== null);
	return {
		cursors: given,
		continue: typeof body.Continue === 'boolean' ? String(body.Continue) : 'Continue' in body ? 'another value' : 'missing',
	};
}

const ORDERS = { forward: 'ascending', backward: 'descending' } as const;

/** What a read has shown, without any value. */
export function answerOf(sight: Sight, names: Names): Answer {
	const { call, purpose, status, errorType, problem, milliseconds, body } = sight;
	const records = recordsOf(sight);
	const properties = propertiesOf(records, names);
	const record = RECORDS[call as Call];
	const named: readonly string[] = record ? PROPERTIES[record] : [];
	const top = properties.map(({ name }) => name).filter((name) => !/[.[]/.test(name));
	const order = records.length > 1 ? orderOn(call, records) : undefined;
	return {
		call,
		purpose,
		status,
		...(errorType && { errorType: names.shown(errorType) }),
		...(problem && { problem }),
		milliseconds,
		body: kindOf(sight),
		rows: records.length,
		...(order && { order: ORDERS[order] }),
		...(status < 300 && leadsOf(body)),
		...(records.length > 0 && {
			properties,
			missing: named.filter((name) => !top.includes(name)),
			unnamed: top.filter((name) => !named.includes(name)),
		}),
	};
}
