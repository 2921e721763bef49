import { installTools } from '../bootstrap.mjs';

await installTools();
console.log('Starting ...');
// In the same process, so that it notices when npm ends.
await import('tsx');
await import('./start.mts');
