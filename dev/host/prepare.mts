import { HOST, HOST_V1, installHost } from './install.mts';

// Installs the default n8n, or the newest n8n 1.x with the argument `v1`.
await installHost(process.argv.includes('v1') ? HOST_V1 : HOST, (line) => console.log(line));
