import { ClassConditions } from './classConditions';
import type { ConditionCheck } from './condition';
import type { PolledEvent } from './events/polledEvent';
import { MembershipConditions } from './membershipConditions';
import type { PollRun } from './run';
import type { ListState } from './state';

const NO_CONDITIONS: ConditionCheck = { see: () => true, progress: () => undefined, tell: async () => true, pack: () => undefined };

/** The conditions of the chosen events of one list. */
export function conditionsFor(
	events: readonly PolledEvent[],
	state: ListState,
	packed: readonly string[] | undefined,
	learning: boolean,
	run: PollRun,
): ConditionCheck {
	if (events.length === 0) return NO_CONDITIONS;
	return events[0].name === 'Class.BeginsSoon'
		? new ClassConditions(events, state, learning, run)
		: new MembershipConditions(events, state, packed, learning, run);
}
