import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launchBrowser } from '../../host/browser.mts';
import { ROOT } from '../../host/commands.mts';
import { shownBy, TAKEN } from '../pictures.mts';

/** How much of a picture is kept, from 0 to 1: texts stay sharp. */
const QUALITY = 0.9;

/** A PNG as WebP. The browser writes it, since it only takes PNG and JPEG. */
async function webpOf(png: Buffer): Promise<Buffer> {
	const browser = await launchBrowser();
	const page = await browser.newPage();
	const url = await page.evaluate(
		async ([source, quality]) => {
			const image = new Image();
			image.src = source;
			await image.decode();
			const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
			canvas.getContext('2d')?.drawImage(image, 0, 0);
			return canvas.toDataURL('image/webp', quality);
		},
		[`data:image/png;base64,${png.toString('base64')}`, QUALITY] as const,
	);
	await browser.close();
	return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const noted = join(ROOT, TAKEN);

const taken = (): Record<string, string> => (existsSync(noted) ? (JSON.parse(readFileSync(noted, 'utf8')) as Record<string, string>) : {});

/** Whether a picture shows what stands there today. */
export const isTrue = (picture: string): boolean => taken()[picture] === shownBy()[picture] && existsSync(join(ROOT, picture));

/** Saves a picture of the documentation as WebP, notes what it shows, and says where. @param take saves it as PNG */
export async function saved(picture: string, take: (file: string) => Promise<unknown>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'club-picture-'));
	const png = join(folder, 'picture.png');
	await take(png);
	const file = join(ROOT, picture);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, await webpOf(readFileSync(png)));
	rmSync(folder, { recursive: true });
	const shown = shownBy();
	const all = Object.entries({ ...taken(), [picture]: shown[picture] }).filter(([path]) => path in shown);
	writeFileSync(noted, `${JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))), undefined, '\t')}\n`);
	console.log(picture);
}
