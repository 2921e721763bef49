// Takes the pictures of the documentation from the real editor into docs/images.
import { writeFileSync } from 'node:fs';
import { MANIFEST } from './screenshots/files.mts';
import { manifest } from './screenshots/manifest.mts';
import { takeOperations } from './screenshots/operations.mts';
import { takeReadme } from './screenshots/readme.mts';
import { onStage } from './screenshots/stage.mts';

await onStage(async (stage) => {
	await takeReadme(stage);
	await takeOperations(stage);
});
writeFileSync(MANIFEST, `${JSON.stringify(manifest(), null, '\t')}\n`);
