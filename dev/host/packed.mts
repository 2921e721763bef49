import { currentTarball } from './tarball.mts';

await currentTarball();
