import { HOST, HOST_V1, installHost } from './install.mts';
import { packTarball } from './pack.mts';

/** Installs the default n8n, or with `v1` that one, and packs the pack. */
await installHost(process.argv.includes('v1') ? HOST_V1 : HOST, (line) => console.log(line));
console.log(await packTarball());
