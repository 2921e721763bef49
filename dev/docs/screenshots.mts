// Takes the pictures of the README from the real editor, that of the sandbox's page, and that of the club on one page, into docs/images;
// with `-- readme`, `-- sandbox` or `-- page` only those. It leaves out those that show what stands there today.
import { takePage } from './screenshots/clubOnOnePage.mts';
import { takeReadme } from './screenshots/readme.mts';
import { takeSandbox } from './screenshots/sandbox.mts';
import { onStage } from './screenshots/stage.mts';

const TAKEN = { readme: takeReadme, sandbox: takeSandbox };
const [only] = process.argv.slice(2);

for (const [name, take] of Object.entries(TAKEN)) if (!only || only === name) await onStage(take);
if (!only || only === 'page') await takePage();
