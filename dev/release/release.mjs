import { installTools, run } from '../bootstrap.mjs';

await installTools();
process.exitCode = await run(process.execPath, ['--import', 'tsx', 'dev/release/local.mts', ...process.argv.slice(2)]);
