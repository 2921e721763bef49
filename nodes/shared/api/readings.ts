import { CHANGES } from './readings/changes';
import { LISTS } from './readings/lists';
import { RECORDS } from './readings/records';
import { SERVICE } from './readings/service';

/**
 * The register of readings: everything that the document of the API leaves open. Each question is also a switch of the
 * sandbox, so that tests can show what the pack does in each reading.
 */
export const READINGS = { ...RECORDS, ...LISTS, ...CHANGES, ...SERVICE };
