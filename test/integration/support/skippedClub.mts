import { skip, skippedClock, skipWaits } from '../matrix/support/time.mts';
import type { SandboxOptions } from '../../../sandbox/index.mts';
import { testClub, type TestClub } from '../../support/club.mts';

export { skip } from '../matrix/support/time.mts';

/**
 * A club for the tests of one file, whose waits take no time. Import this before anything that imports the pack.
 * @param keepsPages whether a test may find the pages that the one before it has read
 */
export function skippedClub(options: SandboxOptions = {}, { keepsPages = true } = {}): TestClub {
	skipWaits();
	if (!keepsPages) beforeEach(() => skip(120_000));
	return testClub({ ...options, now: skippedClock });
}
