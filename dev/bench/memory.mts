import { readFileSync } from 'node:fs';

const residentMb = (pid: number): number => {
	const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
	return Number(line?.[1] ?? 0) / 1024;
};

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** CPU time of a process so far, in seconds. */
function cpuSeconds(pid: number): number {
	// The name of the process is in brackets and can contain spaces.
	const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const [user, system] = fields.split(' ').slice(11, 13);
	return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** The result of some work, its duration, and the CPU time and memory growth of a process. */
export interface Measured<T> {
	result: T;
	ms: number;
	cpuS: number;
	riseMb: number;
}

/** Runs some work and measures a process meanwhile. */
export async function measured<T>(pid: number, work: () => Promise<T>): Promise<Measured<T>> {
	const before = residentMb(pid);
	const cpuBefore = cpuSeconds(pid);
	let peak = before;
	const sampling = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 50);
	const started = performance.now();
	try {
		const result = await work();
		return { result, ms: performance.now() - started, cpuS: cpuSeconds(pid) - cpuBefore, riseMb: peak - before };
	} finally {
		clearInterval(sampling);
	}
}
