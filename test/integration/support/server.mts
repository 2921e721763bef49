import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const servers = new Set<Server>();

afterAll(() => {
	for (const server of servers) {
		server.close();
		server.closeAllConnections();
	}
});

/** Starts a server for the rest of the file. @returns its address, and its open connections */
export async function serve(answer: RequestListener): Promise<{ url: string; open: ReadonlySet<Socket> }> {
	const open = new Set<Socket>();
	const server = createServer(answer).on('connection', (socket: Socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
	});
	servers.add(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}
