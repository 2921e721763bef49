import type { FastifyInstance } from 'fastify';
import type { Dialect } from './dialect.mts';
import { Refusal, refusalBody } from './refusal.mts';

/** What holds for any request: how a body is read, and how a refusal is said (§7). */
export function speakHttp(app: FastifyInstance, dialect: Dialect): void {
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
