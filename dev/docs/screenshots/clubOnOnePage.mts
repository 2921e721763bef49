import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../../host/browser.mts';
import { ROOT, run } from '../../host/commands.mts';
import { pictureIn, THEMES } from '../pictures.mts';
import { isTrue, saved } from './images.mts';

/** Where the test of the page, run whole, writes the page of a club that has lived for a year. */
const PAGE = join(ROOT, '.cache', 'club-on-one-page.html');

/** Takes the pictures of the club on one page after a year, which takes some minutes. */
export async function takePage(): Promise<void> {
	if (THEMES.every((theme) => isTrue(pictureIn('page', theme)))) return;
	process.env.CLUB_TEST_ALL = '1';
	const year = ['jest', '--selectProjects', 'engine', '--testPathPatterns', 'engine/onePage', '-t', 'living club'];
	await run('npx', year, join(ROOT, '.cache', 'page.log'), 'The year of the club failed.');
	const browser = await launchBrowser();
	for (const colorScheme of THEMES) {
		const page = await browser.newPage({ colorScheme, viewport: { width: 1_100, height: 800 } });
		await page.goto(pathToFileURL(PAGE).href);
		await saved(pictureIn('page', colorScheme), async (path) => await page.screenshot({ path, fullPage: true }));
	}
	await browser.close();
}
