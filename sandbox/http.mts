import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dialect } from './dialect.mts';
import { Refusal, refusalBody } from './refusal.mts';

/** The names of this machine. */
const OWN_NAMES = ['127.0.0.1', 'localhost'];

/** What any page may show, but not read: pictures of a mail, which the sandbox's page shows in a frame without an origin. */
const SHOWN_ANYWHERE = '/_sandbox/pictures/';

/**
 * Whether a request is from a program of this machine, or from the sandbox's own page. A browser says which page asks
 * (Origin), and under which name it knows the sandbox (Host): any page may give its own name this address.
 */
function isFromHere({ url, headers: { host = '', origin } }: FastifyRequest): boolean {
	const isOwnPage = origin === undefined || origin === `http://${host}`;
	return OWN_NAMES.includes(host.split(':')[0]) && (isOwnPage || url.startsWith(SHOWN_ANYWHERE));
}

/** What holds for any request: who may make it, how a body is read, and how a refusal is said (§7). */
export function speakHttp(app: FastifyInstance, dialect: Dialect): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isFromHere(request)) return await reply.code(403).send({ Message: 'The sandbox answers this machine and its own page only.' });
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
		const body = refusalBody(error, dialect);
		return body === undefined ? await reply.code(error.status).send() : await reply.code(error.status).send(body);
	});
	app.setNotFoundHandler(async (_request, reply) => await reply.code(404).send());
}
