import type { IDataObject } from 'n8n-workflow';
import { maxCountOf, type PeopleCall } from '../../shared/api/endpoints';
import { isUnwritten, markNow, SCOPES, type ReadMark } from '../../shared/transport/answers';
import { attempt, orAbsent } from '../../shared/transport/errors';
import { rowsByIds } from '../calls/batchReads';
import type { Field } from '../fields/field';
import { ByEmail } from '../fields/namedRecords';
import { isBack, OPTIONS } from '../fields/fields';
import type { ApiRequest, Plan } from './plan';
import type { Session } from '../calls/session';

/** The option to write only differences. Writing the current value again sends no event anyway (§3.1, §3.2). */
export const onlyChangesOptions = {
	...OPTIONS,
	options: [
		{
			displayName: 'Only Changes',
			name: 'onlyChanges',
			type: 'boolean',
			default: true,
			api: false,
			blank: 'refused',
			description: 'Whether to read the current values first (many in one call) and write only the values that differ',
		},
	],
} as const satisfies Field;

export class CurrentRows {
	private readonly rows = new Map<unknown, { row: IDataObject; mark: ReadMark }>();
	private readonly ids: readonly number[];
	/** Whether these could be read; undefined before the first of them is needed. */
	private isRead?: boolean;

	constructor(
		private readonly key: string,
		private readonly list: PeopleCall,
		plans: readonly Plan[],
	) {
		const people = plans.filter(({ values }) => values.options.onlyChanges).map(({ request }) => request?.params.userId);
		this.ids = people.filter((person) => typeof person === 'number');
	}

	/**
	 * The record of a person before a change; undefined if it is not known, so that the change has to be sent.
	 * @param person as the user chose them
	 * @param userId their ID
	 */
	async before(session: Session, person: unknown, userId: unknown): Promise<IDataObject | undefined> {
		const cached = this.rows.get(userId);
		if (cached) return isUnwritten(cached.mark, this.key, SCOPES.person(userId)) ? cached.row : undefined;
		if (person instanceof ByEmail) return await session.findByEmail(person.email, person.lookUp);
		if (await this.readAll(session)) return this.rows.get(userId)?.row;
		return await orAbsent(session.request(`${this.list}/{userId}`, { params: { userId } }));
	}

	set(userId: unknown, row: IDataObject): void {
		this.rows.set(userId, { row, mark: markNow() });
	}

	/** Reads the records of all people who are chosen by ID, once. @returns whether they could be read; if not, each is read by itself */
	private async readAll({ send }: Session): Promise<boolean> {
		if (this.isRead !== undefined) return this.isRead;
		const mark = markNow();
		const read = await attempt(rowsByIds(this.ids, maxCountOf(this.list) ?? 1, async (query) => await send(this.list, { query })));
		this.isRead = 'value' in read;
		if ('value' in read) for (const [id, row] of read.value) this.rows.set(id, { row, mark });
		return this.isRead;
	}
}

/**
 * Writes a change of a person, unless the current record already has all these values.
 * @param person as the user chose them
 * @param rows the current records, updated with the write
 */
export async function writeChange(
	session: Session,
	{ call, params, body = {} }: ApiRequest,
	person: unknown,
	{ rows, onlyChanges }: { rows: CurrentRows; onlyChanges?: boolean },
): Promise<IDataObject> {
	const current = onlyChanges ? await rows.before(session, person, params.userId) : undefined;
	// A club may leave out what is false.
	const isCurrent = ([name, value]: [string, unknown]) =>
		current?.[name] === value || (value === false && (current?.[name] ?? false) === false);
	if (current && Object.entries(body).every(isCurrent)) return { ...current };
	if (isBack(body.ClientStage, current?.ClientStage)) session.note('stageBack');
	const written = await session.request(call, { params, body });
	if (!session.settings.isDryRun) rows.set(params.userId, { ...current, ...written, ...body });
	return written;
}
