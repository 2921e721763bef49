// Takes the pictures of the README and of the example workflows from the real editor, and that of the calls from the page of
// the sandbox, into docs/images; with `-- readme`, `-- templates` or `-- calls` only those.
import { takeCalls } from './screenshots/calls.mts';
import { takeReadme } from './screenshots/readme.mts';
import { onStage } from './screenshots/stage.mts';
import { takeTemplates } from './screenshots/templates.mts';

const TAKEN = { readme: takeReadme, templates: takeTemplates, calls: takeCalls };
const [only] = process.argv.slice(2);

for (const [name, take] of Object.entries(TAKEN)) if (!only || only === name) await onStage(take);
