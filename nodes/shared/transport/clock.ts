import { sleep } from './engine';

/** Time as the pack sees it: ms since the epoch, and a sleep that an abort ends at once by rejecting. */
export interface Clock {
	now(): number;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The time of this machine; n8n's own sleep, which a stopped execution ends. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep,
};
