import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { nodeKeyOf } from '../shared/transport/caller';
import { remembered } from '../shared/transport/memory';
import type { Wanted } from './plan';
import { sameEvents } from './plan';

/**
 * What a trigger keeps in n8n between its hooks. Only the hooks write it: what a delivery writes is lost when it starts
 * an execution, and the last of two deliveries wins.
 */
interface Stored extends IDataObject {
	/** SHA-256 of the token. */
	tokenHash?: string;
	/** When it was made, in ms. It stays when the token is removed, since no earlier one may come back. */
	madeAt?: number;
	/** What the club calls the subscription; it goes by this where the club shows addresses without their query. */
	subscriptionId?: string;
	/** The webhook URL that was registered, should WEBHOOK_URL change in between. */
	address?: string;
}

/** What the trigger has stored, to be changed in place. */
export const storedBy = (functions: IHookFunctions | IWebhookFunctions): Stored => functions.getWorkflowStaticData('node');

/** Names a trigger in what this process remembers; a test apart from the active workflow. */
export const nameOf = (functions: IHookFunctions | IWebhookFunctions): string =>
	`${nodeKeyOf(functions)}\n${functions.getMode() === 'manual'}`;

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

/**
 * What the last hook of a trigger has stored, where it has registered this address. n8n 1 may show the next hook an older
 * copy: in its start it activates a workflow with what it read before a user's activation was stored.
 */
export function lastStored(name: string, address: string): Stored | undefined {
	const last = lastHook(name);
	return last?.wanted?.address === address ? last.stored : undefined;
}
