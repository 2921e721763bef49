import { CHANGE_READINGS } from './readings/changes.mts';
import { LIST_READINGS } from './readings/lists.mts';
import { RECORD_READINGS } from './readings/records.mts';
import { SERVICE_READINGS } from './readings/service.mts';

/**
 * The register of readings: everything that the API's description leaves open. Each question is also a switch of the
 * sandbox, so that tests can show what the pack does in each reading.
 */
export const READINGS = { ...RECORD_READINGS, ...LIST_READINGS, ...CHANGE_READINGS, ...SERVICE_READINGS };
