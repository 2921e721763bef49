import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether a port of this machine is free. */
export const isFree = async (port: number): Promise<boolean> =>
	await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});

/** A free port. The system gives none below 32,768 to a connection, so it stays free while a program restarts. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(20_000, 32_768);
		if (await isFree(port)) return port;
	}
}
