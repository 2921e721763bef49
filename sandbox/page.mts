import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { Sandbox } from './sandbox.mts';
import { happen, type Wish } from './page/happenings.mts';
import { mailPage, pageOf, sectionsOf } from './page/view.mts';

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

const TICK_MS = 300;

/** Sends the sections that have changed to an open page, as server-sent events. */
function stream(reply: FastifyReply, sandbox: Sandbox): void {
	reply.hijack();
	reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	reply.raw.write('retry: 1000\n\n');
	const last: Record<string, string> = {};
	const tick = (): void => {
		const changed = Object.entries(sectionsOf(sandbox)).filter(([id, text]) => last[id] !== text);
		if (changed.length > 0) reply.raw.write(`data: ${JSON.stringify(Object.fromEntries(changed))}\n\n`);
		Object.assign(last, Object.fromEntries(changed));
	};
	tick();
	const timer = setInterval(tick, TICK_MS);
	reply.raw.once('close', () => clearInterval(timer));
}

/** The page at `/`: the state of the club, and buttons that make things happen. Not part of the club's API. */
export function pageRoutes(app: FastifyInstance, sandbox: Sandbox, now: () => Date): void {
	app.get('/', async (_request, reply) => {
		reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache');
		return await reply.type('text/html; charset=utf-8').send(pageOf(sandbox));
	});
	for (const [address, type] of Object.entries(FILES)) {
		app.get(address, async (_request, reply) => {
			const name = address.split('/').pop();
			return await reply
				.type(type)
				.header('cache-control', 'no-cache')
				.send(await readFile(`sandbox/page/${name}`));
		});
	}
	app.get('/_sandbox/page/mails/:index', async (request, reply) => {
		const mail = sandbox.mails?.[Number((request.params as { index: string }).index)];
		if (!mail) return await reply.code(404).send();
		return await reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8').send(mailPage(mail));
	});
	app.get('/_sandbox/page/live', async (_request, reply) => stream(reply, sandbox));
	app.post('/_sandbox/page/happenings/:name', async (request, reply) => {
		const said = happen(sandbox, (request.params as { name: string }).name, (request.body ?? {}) as Wish, now());
		return said === undefined ? await reply.code(404).send() : { said };
	});
	app.get('/_sandbox/validate/:code', async (request, reply) => {
		const validated = sandbox.provisioning.visit((request.params as { code: string }).code);
		return await reply.code(validated ? 200 : 404).send({ validated });
	});
}
