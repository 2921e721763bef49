import { installTools } from '../bootstrap.mjs';

await installTools();
// In this very process, so that it notices when npm has ended.
await import('tsx');
await import('./start.mts');
