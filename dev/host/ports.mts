import { createServer, type AddressInfo } from 'node:net';

const tryPort = async (port: number): Promise<number | undefined> =>
	await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, '127.0.0.1', () => {
			const { port: found } = server.address() as AddressInfo;
			server.close(() => resolve(found));
		});
	});

/** Whether a port of this machine is free. */
export const isFree = async (port: number): Promise<boolean> => (await tryPort(port)) !== undefined;

/** A free port. */
export const freePort = async (): Promise<number> => (await tryPort(0)) ?? 0;
