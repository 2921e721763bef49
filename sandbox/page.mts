import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import type { Sandbox } from './sandbox.mts';
import { mailPage } from './mail.mts';
import { glanceAt, peopleOf } from './page/glance.mts';
import { HAPPENINGS } from './page/happenings.mts';

/** The files of the page by their address. The libraries are served unchanged from their packages. */
const FILES: Readonly<Record<string, { file: string; type: string }>> = {
	'/': { file: 'sandbox/page/index.html', type: 'text/html' },
	'/_sandbox/page/style.css': { file: 'sandbox/page/style.css', type: 'text/css' },
	'/_sandbox/page/app.mjs': { file: 'sandbox/page/app.mjs', type: 'text/javascript' },
	'/_sandbox/page/view.mjs': { file: 'sandbox/page/view.mjs', type: 'text/javascript' },
	'/_sandbox/page/parts.mjs': { file: 'sandbox/page/parts.mjs', type: 'text/javascript' },
	'/_sandbox/page/preact.mjs': { file: 'node_modules/preact/dist/preact.mjs', type: 'text/javascript' },
	'/_sandbox/page/htm.mjs': { file: 'node_modules/htm/dist/htm.mjs', type: 'text/javascript' },
	...Object.fromEntries(
		[70, 71, 72].map((badge) => [
			`/_sandbox/pictures/badge-${badge}.webp`,
			{ file: `sandbox/page/badge-${badge}.webp`, type: 'image/webp' },
		]),
	),
};

/** Only files of the sandbox run on the page, even if a name in the club contains a script. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page shows a mail in a frame. Its pictures may come from this machine only, and its scripts and links do not work. */
const MAIL_POLICY =
	"sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http://127.0.0.1:* http://localhost:*; frame-ancestors 'self'";

/** Interval at which the stream looks for changes, in ms. */
const TICK_MS = 300;

/** Sends the state to an open page whenever it has changed, as server-sent events. */
function stream(reply: FastifyReply, glance: () => unknown): void {
	reply.hijack();
	reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	reply.raw.write('retry: 1000\n\n');
	let last = '';
	const tick = (): void => {
		const text = JSON.stringify(glance());
		if (text !== last) reply.raw.write(`data: ${text}\n\n`);
		last = text;
	};
	tick();
	const timer = setInterval(tick, TICK_MS);
	reply.raw.once('close', () => clearInterval(timer));
}

/** The page at `/`: the state of the club, and buttons that make things happen. Not part of the club's API. */
export function pageRoutes(app: FastifyInstance, sandbox: Sandbox, now: () => Date): void {
	for (const [address, { file, type }] of Object.entries(FILES)) {
		app.get(address, async (_request, reply) => {
			reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache');
			return await reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type).send(await readFile(file));
		});
	}
	app.get('/_sandbox/page/mails/:index', async (request, reply) => {
		const mail = sandbox.mails?.[Number((request.params as { index: string }).index)];
		if (!mail) return await reply.code(404).send();
		return await reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8').send(mailPage(mail));
	});
	app.get('/_sandbox/page/glance', async (_request, reply) => stream(reply, () => glanceAt(sandbox, now())));
	app.get('/_sandbox/page/people', async (request) => peopleOf(sandbox, (request.query as { search?: string }).search));
	app.post('/_sandbox/page/happenings/:name', async (request, reply) => {
		const { name } = request.params as { name: string };
		const happen = Object.hasOwn(HAPPENINGS, name) ? HAPPENINGS[name] : undefined;
		if (!happen) return await reply.code(404).send();
		return happen(sandbox, request.body as Parameters<typeof happen>[1], now());
	});
}
