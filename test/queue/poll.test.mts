import { itTellsOnce, ATHLETES } from '../e2e/support/pollScenarios.mts';
import { useFleet } from './support/fleet.mts';

describe('The Club Poll Trigger in queue mode', () => {
	itTellsOnce(useFleet({ sandbox: { athletes: ATHLETES, rate: false } }));
});
