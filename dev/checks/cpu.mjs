// Processor time, since the minutes of a run say more of the machine than of the work.
import { createHash } from 'node:crypto';
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

/** What the fixed piece of work takes on the machine that the figures of the documentation are from, in ms. */
const REFERENCE_MS = 500;

/** How many times as long as on the reference a fixed piece of work takes here: hashing, objects, text and regular expressions. */
export function machineFactor() {
	const { user, system } = process.cpuUsage();
	for (let round = 0; round < ROUNDS; round++) {
		const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Anna ${id}`, at: new Date(id * 1e7).toISOString() }));
		const text = JSON.stringify(JSON.parse(JSON.stringify(rows)).sort((one, other) => other.name.localeCompare(one.name)));
		createHash('sha256')
			.update(text.replace(/\d+/g, (digits) => `${Number(digits) + round}`))
			.digest('hex');
	}
	const spent = process.cpuUsage({ user, system });
	return (spent.user + spent.system) / 1000 / REFERENCE_MS;
}

const ROUNDS = 40;
