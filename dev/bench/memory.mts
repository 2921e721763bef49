import { readFileSync } from 'node:fs';

const residentMb = (pid: number): number => {
	const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
	return Number(line?.[1] ?? 0) / 1024;
};

/** Linux counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Processor time of a process so far, in seconds. */
function processorS(pid: number): number {
	// Its name stands in brackets, and may hold spaces.
	const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const [user, system] = fields.split(' ').slice(11, 13);
	return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** What some work took: time, processor time of a process, and how far its memory rose meanwhile. */
export interface Measured<T> {
	result: T;
	ms: number;
	workS: number;
	riseMb: number;
}

/** Runs some work and measures it in a process. */
export async function measured<T>(pid: number, work: () => Promise<T>): Promise<Measured<T>> {
	const before = residentMb(pid);
	const workBefore = processorS(pid);
	let peak = before;
	const sampling = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 50);
	const started = performance.now();
	try {
		const result = await work();
		return { result, ms: performance.now() - started, workS: processorS(pid) - workBefore, riseMb: peak - before };
	} finally {
		clearInterval(sampling);
	}
}
