import { CHANGE_READINGS } from './readings/changes.mts';
import { LIST_READINGS } from './readings/lists.mts';
import { RECORD_READINGS } from './readings/records.mts';
import { SERVICE_READINGS } from './readings/service.mts';

/** What the API's description leaves open, as switches of the sandbox: a test can show what the pack does in each reading. */
export const READINGS = { ...RECORD_READINGS, ...LIST_READINGS, ...CHANGE_READINGS, ...SERVICE_READINGS };
