import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import places from './places.cjs';

/** The browser of a Mac, which is not on the PATH. */
const OF_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The browser of this machine: that of CHROME_PATH, or the first one on the PATH. */
function browserHere(): string {
	const { CHROME_PATH, PATH = '' } = process.env;
	const onPath = places.BROWSERS.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
	const found = [...(CHROME_PATH ? [CHROME_PATH] : []), ...onPath, OF_MACOS].find((file) => existsSync(file));
	if (found) return found;
	throw new Error('No Chromium was found. Install it, or set CHROME_PATH to its program.');
}

/** Arguments that stop Chromium's own network requests. */
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts a headless Chromium. */
export const launchBrowser = async (): Promise<Browser> =>
	await chromium.launch({ executablePath: browserHere(), headless: true, args: [...ARGUMENTS] });
