import { remembered } from '../shared/transport/memory';
import type { Wanted } from './plan';
import { sameEvents } from './plan';
import type { Stored } from './stored';

/** A hook of a trigger that has begun. The last one counts: what an earlier one has left to finish ends. */
export interface Hook {
	/** What it registers; nothing where it removes. */
	wanted?: Wanted;
	/** The hash of the token that it removes, where it removes. */
	removed?: string;
	/** What it stores. */
	stored?: Stored;
	/** While it is at work: whether it comes to what it is for. */
	isDone?: Promise<boolean>;
}

const hooks = remembered<Hook>('hooks');

/** The last hook of a trigger. */
export const lastHook = (name: string): Hook | undefined => hooks.get(name);

/** The hook that has begun after this one, if any. */
export function laterThan(name: string, hook: Hook | undefined): Hook | undefined {
	const last = lastHook(name);
	return last === hook ? undefined : last;
}

/** Does the work of a hook, which is the last one of its trigger from now on. */
export async function asLastHook(name: string, hook: Hook, work: () => Promise<boolean>): Promise<boolean> {
	hooks.set(name, hook);
	hook.isDone = work().finally(() => delete hook.isDone);
	return await hook.isDone;
}

/** The hook that is registering the same for a trigger just now. */
export function goingFor(name: string, { address, eventTypes }: Wanted): Hook | undefined {
	const last = lastHook(name);
	return last?.isDone && last.wanted?.address === address && sameEvents(last.wanted.eventTypes, eventTypes) ? last : undefined;
}
