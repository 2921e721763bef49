import { HOST, installHost } from './install.mts';

// Installs the default n8n.
await installHost(HOST, (line) => console.log(line));
