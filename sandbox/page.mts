import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { listedAthletes } from './club.mts';
import { HAPPENINGS, listenersOf } from './page/happenings.mts';
import { pageOf } from './page/view.mts';
import type { Sandbox } from './sandbox.mts';

const FILES: Readonly<Record<string, string>> = {
	'/_sandbox/page/style.css': 'text/css',
	'/_sandbox/page/app.mjs': 'text/javascript',
	'/_sandbox/pictures/badge-70.webp': 'image/webp',
	'/_sandbox/pictures/badge-71.webp': 'image/webp',
	'/_sandbox/pictures/badge-72.webp': 'image/webp',
};

/** Only files of the sandbox run on the page, even if a name in the club contains a script. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page shows a mail in a frame. Its pictures may come from this machine only, and its scripts and links do not work. */
const MAIL_POLICY =
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; frame-ancestors 'self'";

/** The page at `/`: the state of the club, and buttons that make things happen. Not part of the club's API. */
export function pageRoutes(app: FastifyInstance, sandbox: Sandbox, now: () => Date): void {
	app.get('/', async (_request, reply) => {
		reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache');
		return await reply.type('text/html; charset=utf-8').send(pageOf(sandbox));
	});
	for (const [address, type] of Object.entries(FILES)) {
		app.get(address, async (_request, reply) => {
			reply.type(type).header('cache-control', 'no-cache');
			return await readFile(`sandbox/page/${address.split('/').pop()}`);
		});
	}
	app.get<{ Params: { index: string } }>('/_sandbox/page/mails/:index', async ({ params }, reply) => {
		const mail = sandbox.mails?.[Number(params.index)];
		if (!mail) return await reply.code(404).send();
		reply.header('content-security-policy', MAIL_POLICY).type(`text/${mail.html ? 'html' : 'plain'}; charset=utf-8`);
		return mail.html ?? mail.text;
	});
	app.post<{ Params: { name: string }; Querystring: { userId?: string } }>(
		'/_sandbox/page/happenings/:name',
		async ({ params: { name }, query: { userId } }, reply) => {
			if (!Object.hasOwn(HAPPENINGS, name)) return await reply.code(404).send();
			const athlete = sandbox.club.athletes.get(Number(userId)) ?? listedAthletes(sandbox.club)[0];
			const [said, event] = HAPPENINGS[name](sandbox, athlete, now().getTime());
			return event ? `${said} ${listenersOf(sandbox, event)}` : said;
		},
	);
	app.get<{ Params: { code: string } }>('/_sandbox/validate/:code', async ({ params: { code } }, reply) => {
		const validated = sandbox.provisioning.visit(code);
		return await reply.code(validated ? 200 : 404).send({ validated });
	});
}
