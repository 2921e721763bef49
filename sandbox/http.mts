import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dialect } from './dialect.mts';
import { Refusal, refusalBody } from './refusal.mts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost'];

/** Any page may show these pictures, but not read them. The sandbox's page shows a mail in a frame without an origin. */
const PUBLIC_PATH = '/_sandbox/pictures/';

/**
 * Whether a request comes from a program of this machine or from the sandbox's page. `Origin` names the page that asks. `Host` must be
 * checked too: otherwise a page could point its own domain at this address and control the sandbox.
 */
export function isLocal({ url, headers: { host = '', origin } }: FastifyRequest): boolean {
	const isOwnPage = origin === undefined || origin === `http://${host}`;
	return LOCAL_NAMES.includes(host.split(':')[0]) && (isOwnPage || url.startsWith(PUBLIC_PATH));
}

/** Rules for every request: its origin, its body, and the answer to a refusal (§7). */
export function setUpHttp(app: FastifyInstance, dialect: Dialect): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isLocal(request)) return await reply.code(403).send({ Message: 'The sandbox answers this machine and its own page only.' });
	});
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		if (text === '') return done(null, undefined);
		try {
			done(null, JSON.parse(text as string));
		} catch {
			done(new Refusal(400, { title: 'The request body is not valid JSON.' }));
		}
	});
	app.setErrorHandler(async (error, _request, reply) => {
		if (!(error instanceof Refusal)) {
			return await reply.code((error as { statusCode?: number }).statusCode ?? 500).send({ Message: (error as Error).message });
		}
		return await reply.code(error.status).send(refusalBody(error, dialect));
	});
	app.setNotFoundHandler(async (_request, reply) => await reply.code(404).send());
}
