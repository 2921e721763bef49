import { readFileSync } from 'node:fs';

const residentMb = (pid: number): number => {
	const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
	return Number(line?.[1] ?? 0) / 1024;
};

/** Runs some work and gives its time in milliseconds and how far the memory of a process rose meanwhile, in MB. */
export async function measured<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; ms: number; riseMb: number }> {
	const before = residentMb(pid);
	let peak = before;
	const sampling = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 50);
	const started = performance.now();
	try {
		const result = await work();
		return { result, ms: performance.now() - started, riseMb: peak - before };
	} finally {
		clearInterval(sampling);
	}
}
