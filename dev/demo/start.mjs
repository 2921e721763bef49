import { installTools } from '../bootstrap.mjs';

await installTools();
console.log('Getting ready ...');
// In this very process, so that it notices when npm has ended.
await import('tsx');
await import('./start.mts');
