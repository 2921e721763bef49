import type { IDataObject } from 'n8n-workflow';

// The connection of a request: how far it came, and who was at its other end.

/** No answer: the code of the network, and whether the request may have reached the club. */
export interface NoAnswer {
	/** An answer always has one. */
	status?: undefined;
	code: string;
	sent: boolean;
}

/** Stands for a code that Node.js does not give: a proxy closed the connection. */
export const PROXY_CLOSED = 'PROXY_CLOSED';

/** Codes that always come before a request is sent: of its name, its connection, its certificate or its headers. */
const NEVER_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ERR_INVALID_CHAR|CERT_.*|ERR_TLS_CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

interface Connection {
	encrypted?: boolean;
	secureConnecting?: boolean;
}

interface Failed {
	code?: unknown;
	message?: unknown;
	syscall?: unknown;
	/** The request; its socket is null until there is a connection, and `secureConnecting` until the connection is encrypted. */
	request?: { socket?: Connection | null };
	cause?: unknown;
}

/**
 * The code of the network, wherever n8n has wrapped it, and whether the request may have left. It has not if its name, connection,
 * proxy or encryption failed. Without such evidence it may have: a create that is sent again would create twice.
 */
export function noAnswerOf(error: unknown): NoAnswer {
	let code: string | undefined;
	let hasLeft = true;
	for (let inner = error, depth = 0; inner && depth < 5; depth++) {
		const { message, syscall, request, cause, ...failed } = inner as Failed;
		if (typeof failed.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(failed.code)) code ??= failed.code;
		if (request?.socket === null || request?.socket?.secureConnecting) hasLeft = false;
		if (syscall === 'connect' || syscall === 'getaddrinfo') hasLeft = false;
		if (!cause) code ??= /^Proxy /.test(String(message)) ? PROXY_CLOSED : undefined;
		inner = cause;
	}
	return { code: code ?? 'no answer', sent: hasLeft && !NEVER_SENT.test(code ?? '') };
}

export interface Arrived {
	status: number;
	headers: IDataObject;
	body: unknown;
	connection?: Connection | null;
}

/** Statuses with which a proxy refuses to connect. n8n 2 shows the connection only of an answer that it throws as an error. */
export const THROWN = [400, 403, 404, 405, 407, 500, 502, 503, 504];

export function thrownAnswer(error: unknown): Arrived {
	const { cause } = error as { cause?: Failed & { response?: { status?: number; headers?: object; data?: unknown } } };
	const { status, headers, data } = cause?.response ?? {};
	if (status === undefined) throw error;
	return { status, headers: { ...headers }, body: data, connection: cause?.request?.socket };
}

/**
 * Whether a proxy answered instead of connecting to an https address. n8n passes its answer on as that of the club, but the connection
 * that it came over is not encrypted.
 */
export const isProxyAnswer = (url: string, { body, connection }: Arrived): boolean => {
	const socket = connection ?? (body as { socket?: Connection | null } | null | undefined)?.socket;
	return url.startsWith('https:') && Boolean(socket) && !socket?.encrypted;
};
