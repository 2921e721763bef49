import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** A browser that shows nothing on a screen and calls nobody but the page it is given. */
const QUIET = [
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
	await chromium.launch({ executablePath: CHROMIUM, headless: true, args: [...QUIET] });
