import { installPackages, installTools, run } from './bootstrap.mjs';

await installTools();
await installPackages('Filming', [
	{ name: 'chromium', programs: ['chromium'] },
	{ name: 'ffmpeg', programs: ['ffmpeg'] },
]);
process.exitCode = await run(process.execPath, ['--import', 'tsx', 'scripts/film/make.mts']);
