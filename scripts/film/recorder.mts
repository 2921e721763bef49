import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';

/** The picture, in the page's own pixels: the page, and below it a strip that holds the caption. */
export const PAGE = { width: 1280, height: 660 };
const STRIP = { width: 1280, height: 60 };

/** The film has as many pixels more, so that it is 1920 by 1080. */
export const SCALE = 1.5;

const FRAMES_A_SECOND = 12;

/** So many seconds at the most nothing changes in the film. */
const LONGEST_STILL = 5;

/** A picture, and since when it is to be seen, in seconds. */
interface Shown {
	file: string;
	at: number;
}

const strip = (text: string): string => `<body style="margin:0;height:${STRIP.height}px;background:#101330;color:#fff;
	display:flex;align-items:center;justify-content:center;font:500 22px/1.2 'DejaVu Sans',sans-serif">${text}</body>`;

/** Films a page as it changes, in real time but for what is cut out, with captions below it. */
export class Recorder {
	private readonly frames: Shown[] = [];
	private readonly captions: Shown[] = [];
	private session?: CDPSession;
	private endedAt = 0;
	private taken = 0;
	/** What is cut out, in seconds. */
	private readonly cuts: Array<{ from: number; until: number }> = [];
	/** While something is cut out: the newest picture, which is not in the film. */
	private unseen?: { file?: string };

	/**
	 * @param captionPage a second page, which draws the captions
	 * @param folder takes all pictures
	 */
	constructor(
		private readonly page: Page,
		private readonly captionPage: Page,
		private readonly folder: string,
	) {}

	async start(): Promise<void> {
		mkdirSync(this.folder, { recursive: true });
		await this.captionPage.setViewportSize(STRIP);
		this.session = await this.page.context().newCDPSession(this.page);
		this.session.on('Page.screencastFrame', ({ data, sessionId }) => {
			const file = join(this.folder, `frame-${String(this.taken++).padStart(5, '0')}.jpg`);
			writeFileSync(file, Buffer.from(data, 'base64'));
			if (this.unseen) this.unseen.file = file;
			else this.frames.push({ file, at: Date.now() / 1000 });
			void this.session?.send('Page.screencastFrameAck', { sessionId });
		});
		await this.session.send('Page.startScreencast', {
			format: 'jpeg',
			quality: 90,
			maxWidth: PAGE.width * SCALE,
			maxHeight: PAGE.height * SCALE,
		});
	}

	/** Cuts out what n8n takes its time for; the film goes on with what there is to be seen then. */
	async cut(work: () => Promise<unknown>): Promise<void> {
		const unseen: { file?: string } = (this.unseen = {});
		const from = Date.now() / 1000;
		await work();
		await this.page.waitForTimeout(500);
		const until = Date.now() / 1000;
		this.unseen = undefined;
		this.cuts.push({ from, until });
		if (unseen.file) this.frames.push({ file: unseen.file, at: until });
	}

	/** Opens another page; the film goes on with it once that is there of which one can tell that it has loaded. */
	async visit(url: string, sign: Locator): Promise<void> {
		await this.cut(async () => {
			await this.page.goto(url);
			await sign.waitFor();
		});
	}

	/** Shows a sentence until the next one. */
	async caption(text: string): Promise<void> {
		const file = join(this.folder, `caption-${this.captions.length}.png`);
		await this.captionPage.setContent(strip(text));
		await this.captionPage.screenshot({ path: file });
		this.captions.push({ file, at: Date.now() / 1000 });
	}

	async stop(): Promise<void> {
		this.endedAt = Date.now() / 1000;
		await this.session?.send('Page.stopScreencast');
	}

	/** When something is to be seen in the film, in seconds from its beginning, given when it happened. */
	private timeInFilm(): (at: number) => number {
		const begun = this.frames[0]?.at ?? this.endedAt;
		const moments = [...this.frames.map(({ at }) => at), ...this.captions.map(({ at }) => at), this.endedAt];
		const sorted = [...moments, ...this.cuts.flatMap(({ from, until }) => [from, until])].filter((at) => at > begun).sort((a, b) => a - b);
		const missing = sorted.map((at, place) => {
			const before = sorted[place - 1] ?? begun;
			const isCut = this.cuts.some(({ from, until }) => from <= before && at <= until);
			return { at, seconds: isCut ? at - before : Math.max(0, at - before - LONGEST_STILL) };
		});
		return (at) => Math.max(at, begun) - begun - missing.reduce((sum, gap) => (gap.at <= at ? sum + gap.seconds : sum), 0);
	}

	/** How long the film is, in seconds. */
	get seconds(): number {
		return this.timeInFilm()(this.endedAt);
	}

	/** The pictures with how long each is shown, as ffmpeg reads them. */
	private list(name: string, shown: readonly Shown[]): string {
		const time = this.timeInFilm();
		const lines = shown.flatMap(({ file, at }, place) => {
			const from = place === 0 ? 0 : time(at);
			const until = time(shown[place + 1]?.at ?? this.endedAt);
			return [`file '${file}'`, `duration ${Math.max(until - from, 0.001).toFixed(3)}`];
		});
		const path = join(this.folder, name);
		writeFileSync(path, [...lines, `file '${shown.at(-1)?.file}'`].join('\n'));
		return path;
	}

	/** Makes the film of the pictures. */
	render(target: string): void {
		const [frames, captions] = [this.list('frames.txt', this.frames), this.list('captions.txt', this.captions)];
		const [width, height, below] = [PAGE.width, PAGE.height, STRIP.height].map((pixels) => pixels * SCALE);
		const filter = [
			`[0:v]fps=${FRAMES_A_SECOND},scale=${width}:${height},setsar=1[page]`,
			`[1:v]fps=${FRAMES_A_SECOND},scale=${width}:${below},setsar=1[caption]`,
			'[page][caption]vstack=shortest=1,format=yuv420p',
		];
		const input = (list: string) => ['-f', 'concat', '-safe', '0', '-i', list];
		const output = ['-filter_complex', filter.join(';'), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-movflags', '+faststart'];
		execFileSync('ffmpeg', ['-y', '-v', 'error', ...input(frames), ...input(captions), ...output, target], { stdio: 'inherit' });
	}
}
