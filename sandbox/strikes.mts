import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfterHeaders } from './credentials.mts';
import type { Dialect } from './dialect.mts';
import type { Fault, Faults } from './faults.mts';
import type { DelayedTasks } from './later.mts';
import { routeOf } from './records.mts';

interface FaultContext {
	faults: Faults;
	delayedTasks: DelayedTasks;
	dialect: Dialect;
	now: () => Date;
	record(request: FastifyRequest, status: number): void;
	track(task: Promise<unknown>): void;
	/** Applies a request and returns its answer. */
	answer(request: FastifyRequest): Promise<unknown>;
}

/** Applies faults to matching requests, before a request is handled or when its answer goes out. */
export function injectFaults(app: FastifyInstance, { faults, delayedTasks, dialect, now, record, track, answer }: FaultContext): void {
	app.addHook('preHandler', async (request, reply) => await applyToRequest(request, reply));
	app.addHook('onSend', async (request, reply, payload) => applyToReply(request, reply, payload));

	async function applyToRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const route = routeOf(request);
		const fault = route ? faults.hit(request, route) : undefined;
		if (!fault) return;
		if (fault.kind === 'delay') await (fault.until?.() ?? new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? 1000)));
		else if (fault.kind === 'drop') drop(request, reply);
		else if (fault.kind === 'appliedLate') applyLater(request, reply, fault);
		else if (fault.kind === 'status') failWith(reply, { ...fault, ...fault.answer?.(request) });
		else Object.assign(request, { fault });
	}

	function failWith(reply: FastifyReply, fault: Fault): void {
		if (fault.status === 503) reply.headers(retryAfterHeaders(dialect, 1, now()));
		for (const [name, value] of Object.entries(fault.headers ?? {})) reply.header(name, value);
		reply.code(fault.status ?? 500).send(fault.body);
	}

	/** Fails now and applies the request later. */
	function applyLater(request: FastifyRequest, reply: FastifyReply, fault: Fault): void {
		const due = fault.until?.() ?? delayedTasks.after(fault.delayMs ?? 1000);
		track(due.then(() => answer(request)).catch(() => undefined));
		if (fault.status === undefined) drop(request, reply);
		else failWith(reply, fault);
	}

	function drop(request: FastifyRequest, reply: FastifyReply): void {
		record(request, 0);
		reply.hijack();
		request.raw.socket.destroy();
	}

	/** Faults that hit after the request was applied. */
	function applyToReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
		const { fault } = request as { fault?: Fault };
		if (!fault) return payload;
		Object.assign(request, { fault: undefined });
		if (fault.kind === 'appliedThenDropped') {
			drop(request, reply);
			return payload;
		}
		if (fault.kind === 'truncate') {
			const text = String(payload ?? '');
			record(request, reply.statusCode);
			reply.hijack();
			reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
			reply.raw.write(text.slice(0, Math.floor(text.length / 2)), () => request.raw.socket.destroy());
			return payload;
		}
		if (fault.kind === 'appliedThenCutOff') {
			reply.code(Number(dialect.cutOff)).header('content-type', 'text/html');
			return '<html>The answer took too long.</html>';
		}
		reply.code(fault.status ?? 500);
		return JSON.stringify(fault.body ?? { ErrorType: 'Internal', Message: 'The workflow failed.' });
	}
}
