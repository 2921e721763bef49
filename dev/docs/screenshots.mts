// Takes the pictures of the README and of the example workflows from the real editor, and those of the calls and of the whole
// page from the sandbox, into docs/images; with `-- readme`, `-- templates`, `-- calls` or `-- sandbox` only those. It leaves out the
// pictures of README and of the example workflows that show what stands there today.
import { takeCalls } from './screenshots/calls.mts';
import { takeReadme } from './screenshots/readme.mts';
import { takeSandbox } from './screenshots/sandbox.mts';
import { onStage } from './screenshots/stage.mts';
import { takeTemplates } from './screenshots/templates.mts';

const TAKEN = { readme: takeReadme, templates: takeTemplates, calls: takeCalls, sandbox: takeSandbox };
const [only] = process.argv.slice(2);

for (const [name, take] of Object.entries(TAKEN)) if (!only || only === name) await onStage(take);
