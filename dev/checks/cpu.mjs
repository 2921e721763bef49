// Processor time, since the minutes of a run say more of the machine than of the work.
import { existsSync, readFileSync } from 'node:fs';

/** Ticks of Linux in a second, in which /proc counts. */
const TICKS = 100;

/** User and system time of all programs that this one has run to their end, in seconds; undefined where the system does not say. */
export function childSeconds() {
	if (!existsSync('/proc/self/stat')) return undefined;
	const fields = readFileSync('/proc/self/stat', 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ');
	return (Number(fields[13]) + Number(fields[14])) / TICKS;
}
