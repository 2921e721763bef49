/** Statuses below 500 that say as little of what came of a call as those above: whoever stands between has not waited for its answer. */
const CUT_OFF = new Set([408, 425, 499]);

/** Statuses of a club that may get over it by itself (§7.2). */
const PASSING = new Set([500, 502, 503, 504]);

/**
 * Whether an answer leaves open what came of the call.
 * @reading cutOff
 */
export const isUnclear = (status: number): boolean => status >= 500 || CUT_OFF.has(status);

/** Whether the same call may be answered otherwise a moment later; from 520 to 530 it is again somebody between who speaks. */
export const isPassing = (status: number): boolean => PASSING.has(status) || CUT_OFF.has(status) || (status >= 520 && status <= 530);
