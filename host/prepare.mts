import { HOST, installHost } from './install.mts';
import { packTarball } from './pack.mts';

await installHost(HOST, (line) => console.log(line));
console.log(await packTarball());
