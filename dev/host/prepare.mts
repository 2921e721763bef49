import { HOST, HOST_V1, installHost } from './install.mts';

/** Installs the default n8n, or with `v1` the newest n8n 1.x. */
await installHost(process.argv.includes('v1') ? HOST_V1 : HOST, (line) => console.log(line));
