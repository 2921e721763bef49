// Takes the pictures of the README from the real editor into docs/images.
import { takeReadme } from './screenshots/readme.mts';
import { onStage } from './screenshots/stage.mts';

await onStage(takeReadme);
