import { RATE } from '../api/limits';
import { ClubError } from './errors';
import type { Refusal } from './explain';
import { BudgetExhausted, DayExhausted } from './turn';

const USED_UP = 'The calls of this club key are used up';

/** Words for a wait that a node must not take; `options` where its panel has a say in that. */
const TOO_LONG = {
	options: 'longer than this node may wait ("On Rate Limit", "Max Wait")',
	none: 'and this does not wait so long',
} as const;

/**
 * The error for a call that was not made, since the calls of this window are used up for longer than it may wait (§8).
 * @param waitMs how long that is; undefined where only calls that are still under way can tell
 * @param refusal what the club said, where it has refused this very call
 */
function explainWait(waitMs: number | undefined, hasOptions: boolean, { errorType, words = '' }: Partial<Refusal> = {}): ClubError {
	const tooLong = hasOptions ? TOO_LONG.options : TOO_LONG.none;
	const [message, description] =
		waitMs === undefined
			? ['The club is slow to answer', `Other calls of this club key are still under way, ${tooLong}. Try again later.`]
			: [USED_UP, `The next call is possible in about ${Math.ceil(waitMs / 1000)} seconds, ${tooLong}.${words}`];
	return new ClubError(message, {
		status: 429,
		errorType,
		description,
		failure: { cause: 'rate-limited', retryAfterMs: Math.ceil(waitMs ?? RATE.windowMs) },
	});
}

/** The error for a call that was refused for longer than a window can last (§8). */
export const explainQuota = (): ClubError =>
	new ClubError(USED_UP, {
		status: 429,
		description:
			'The club has refused calls for longer than two windows, so the limit of 25,000 calls in 30 days is probably reached. Ask the platform, or wait until older calls are 30 days old.',
		failure: { cause: 'quota-exhausted' },
	});

/** The error for a call that was not made, since the credential allows no more of them in 24 hours. */
function explainDay({ spent, goesOnAt, topSpenders }: DayExhausted, dailyCalls: number, now: number): ClubError {
	const minutes = Math.max(1, Math.ceil((goesOnAt - now) / 60_000));
	const wait = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
	const kept = spent < dailyCalls ? ' The rest is kept for changes and for runs by hand.' : '';
	const sentences = [
		`This n8n process has made ${spent} of the ${dailyCalls} calls that "Daily Calls" of the credential allows in 24 hours.${kept}`,
		`It goes on in about ${wait}, at ${new Date(goesOnAt).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
		`Most were spent by ${topSpenders.join(', ')}.`,
		'Let that run less often, or raise "Daily Calls".',
	];
	return new ClubError('The calls of this day are used up', {
		description: sentences.join(' '),
		failure: { cause: 'quota-exhausted', retryAfterMs: Math.max(0, goesOnAt - now) },
	});
}

/** What the error of a call without a turn is made of, besides why it got none. */
interface Turn {
	hasOptions: boolean;
	dailyCalls: number;
	now: number;
	refusal?: Refusal;
}

/** The error where a call did not get its turn; any other error as it is. */
export function explainTurn(error: unknown, { hasOptions, dailyCalls, now, refusal }: Turn): unknown {
	if (error instanceof BudgetExhausted) return explainWait(error.waitMs, hasOptions, refusal);
	return error instanceof DayExhausted ? explainDay(error, dailyCalls, now) : error;
}
