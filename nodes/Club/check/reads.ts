import type { IDataObject } from 'n8n-workflow';
import { endpointOf, isListCall, maxCountOf, pathNames, READS, type Call } from '../../shared/api/endpoints';
import { DAY_MS, isoOf } from '../../shared/api/time';
import { ClubError } from '../../shared/transport/errors';
import { isObject, textOf } from '../../shared/api/json';
import { clock } from '../../shared/transport/process';
import { apiName } from '../run/plan';
import type { ReadResult, Session } from '../calls/session';

/** One answer of the club. It stays in memory for the run; only names, types and counts are output. */
export interface CheckedAnswer {
	call: Call;
	params: IDataObject;
	/** HTTP status; 0 without an answer of the club. */
	status: number;
	errorType?: string;
	headers: Record<string, string>;
	body?: unknown;
	milliseconds: number;
	/** Why the body was not read, the error code of the network, or what a gateway answered. */
	problem?: string;
}

export const isSuccess = ({ status }: CheckedAnswer): boolean => status >= 200 && status < 300;

export function recordsOf(answer: CheckedAnswer): IDataObject[] {
	const { call, body } = answer;
	if (!isSuccess(answer)) return [];
	if (isObject(body) && !isListCall(call)) return [body as IDataObject];
	const list = Array.isArray(body) ? body : isObject(body) ? Object.values(body).find(Array.isArray) : [];
	return (list ?? []).filter(isObject) as IDataObject[];
}

const propertyFor = (name: string): string => (name === 'userSubscriptionId' ? 'UserClassSubscriptionId' : apiName(name));

function paramsOf(call: Call, answers: readonly CheckedAnswer[]): IDataObject | undefined {
	const above = answers.filter((answer) => call.startsWith(`${answer.call}/`)).sort((a, b) => b.call.length - a.call.length);
	for (const answer of above.length > 0 ? above : answers) {
		for (const record of [...recordsOf(answer), {} as IDataObject]) {
			const valueOf = (name: string) => (name === 'calendarType' ? 'Club' : (record[propertyFor(name)] ?? answer.params[name]));
			const params = pathNames(call).map((name) => [name, valueOf(name)]);
			if (params.every(([, value]) => value !== undefined)) return Object.fromEntries(params) as IDataObject;
		}
	}
	return undefined;
}

const WINDOW_MS = 14 * DAY_MS;

function queryOf(call: Call, answers: readonly CheckedAnswer[], sample: number): IDataObject | undefined {
	if (call.endsWith('/ByEmail')) {
		const people = answers.filter((answer) => call === `${answer.call}/ByEmail`).flatMap(recordsOf);
		const email = people.map(({ Email }) => textOf(Email)).find((text) => text.includes('@'));
		return email === undefined ? undefined : { email };
	}
	const max = maxCountOf(call);
	const now = clock.now();
	return {
		...(max !== undefined && { count: Math.min(sample, max) }),
		...(endpointOf(call)?.orderedBy === 'Begin' && { from: isoOf(now - WINDOW_MS), to: isoOf(now + WINDOW_MS) }),
	};
}

/** What a read showed. @throws errors that end the check: refused keys, a redirect, or no answer to the first read */
function answerFrom(
	call: Call,
	params: IDataObject,
	{ answer, milliseconds = 0, error }: ReadResult,
	isFirst: boolean,
): CheckedAnswer | undefined {
	if (!answer) return undefined;
	const isEnd = answer.status !== undefined && (answer.status === 401 || (answer.status >= 300 && answer.status < 400));
	if (isEnd) throw error;
	if (answer.status === undefined || answer.fromGateway) {
		if (isFirst) throw error;
		const problem = answer.status === undefined ? answer.code : `a gateway or firewall answered ${answer.status}`;
		return { call, params, status: 0, headers: {}, milliseconds, problem };
	}
	const { status, body, unreadable: problem } = answer;
	const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
	const errorType = isObject(body) ? textOf(body.ErrorType) : '';
	return { call, params, status, headers, body, milliseconds, ...(errorType && { errorType }), ...(problem && { problem }) };
}

/** All reads: the profile first, which shows whether the club answers at all, then those that give IDs to others. */
const ORDERED = [...READS].sort(
	(a, b) => Number(b === 'GET /Profile') - Number(a === 'GET /Profile') || pathNames(a).length - pathNames(b).length,
);

/**
 * Makes each read of the API's description once, if an earlier answer gave the IDs that it needs.
 * @param sample `count` of each list
 * @throws ClubError if the keys are refused or the club does not answer
 */
export async function readClub(session: Session, sample: number) {
	const answers: CheckedAnswer[] = [];
	for (const call of ORDERED) {
		const params = pathNames(call).length === 0 ? {} : paramsOf(call, answers);
		const query = queryOf(call, answers, sample);
		if (!params || !query) continue;
		const result = await session.look(call, { params, query });
		const answer = answerFrom(call, params, result, answers.length === 0);
		if (answer) answers.push(answer);
		else if (answers.length === 0 || !(result.error instanceof ClubError)) throw result.error;
		else return { answers, stopped: result.error.message };
	}
	return { answers };
}

export type ClubAnswers = Awaited<ReturnType<typeof readClub>>;
