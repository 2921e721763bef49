import { chromium, type Browser } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

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
	await chromium.launch({ executablePath: CHROMIUM, headless: true, args: [...ARGUMENTS] });
