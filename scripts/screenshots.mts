// Takes the pictures of the README and of the example workflows from the real editor into docs/images; with `-- readme` or
// `-- templates` only those.
import { takeReadme } from './screenshots/readme.mts';
import { onStage } from './screenshots/stage.mts';
import { takeTemplates } from './screenshots/templates.mts';

const TAKEN = { readme: takeReadme, templates: takeTemplates };
const [only] = process.argv.slice(2);

for (const [name, take] of Object.entries(TAKEN)) if (!only || only === name) await onStage(take);
