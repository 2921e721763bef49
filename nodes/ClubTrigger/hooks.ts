import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { ClubClient } from '../shared/transport/client';
import { toNodeError } from '../shared/transport/errors';
import { eventTypesOf } from './delivery';
import { assertReachable, newSecret } from './destination';
import type { Send } from '../shared/transport/client';
import { CONFIRMATION_MS, register, unregister } from './registration';
import { settingsOf } from './settings';

/** What a trigger keeps in n8n between its hooks; nothing else ever writes it. */
interface Kept extends IDataObject {
	secret?: string;
	/** The webhook URL that was registered, should WEBHOOK_URL change in between. */
	address?: string;
}

/** What the trigger has kept, to be changed in place. */
export const keptBy = (functions: IHookFunctions | IWebhookFunctions): Kept => functions.getWorkflowStaticData('node');

/** Calls of a hook or a delivery: each with a client of its own, since a client answers the same read once. */
export const sender =
	(functions: IHookFunctions | IWebhookFunctions): Send =>
	async (call, ...values) =>
		await (await ClubClient.open(functions, { maxWaitMs: CONFIRMATION_MS, timeoutMs: CONFIRMATION_MS })).send(call, ...values);

/** Origin of the credential's base URL. */
export const clubOrigin = async (functions: IHookFunctions | IWebhookFunctions): Promise<string> =>
	(await ClubClient.open(functions, { maxWaitMs: 0 })).origin;

/** Does the work of a hook. An activation shows nothing but the message of what goes wrong, in n8n 1 nothing but the description. */
async function telling<T>(functions: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const nodeError = toNodeError(functions.getNode(), error);
		const sentences = [nodeError.message.replace(/[.\s]+$/, ''), nodeError.description];
		nodeError.message = sentences.filter(Boolean).join('. ');
		nodeError.description = nodeError.message;
		throw nodeError;
	}
}

const addressOf = (functions: IHookFunctions): string => functions.getNodeWebhookUrl('default') ?? '';

/** Whether the subscription of exactly this address stands; other events are set in place, without a new handshake. */
export async function checkExists(functions: IHookFunctions): Promise<boolean> {
	const { secret } = keptBy(functions);
	if (!secret) return false;
	return await telling(functions, async () => {
		const wanted = { address: addressOf(functions), secret, eventTypes: eventTypesOf(settingsOf(functions).events) };
		return await register(sender(functions), wanted, { create: false });
	});
}

/** Registers with the secret, a new one where none is kept, and waits until the club has confirmed it. */
export async function create(functions: IHookFunctions): Promise<boolean> {
	return await telling(functions, async () => {
		const address = addressOf(functions);
		assertReachable(address, await clubOrigin(functions));
		const secret = keptBy(functions).secret ?? newSecret();
		Object.assign(keptBy(functions), { secret, address });
		return await register(sender(functions), { address, secret, eventTypes: eventTypesOf(settingsOf(functions).events) }, { create: true });
	});
}

/** Removes what delivers here. The secret goes first: whatever still arrives under it is not ours any more. */
export async function remove(functions: IHookFunctions): Promise<boolean> {
	return await telling(functions, async () => {
		const kept = keptBy(functions);
		delete kept.secret;
		await unregister(sender(functions), [addressOf(functions), ...(kept.address ? [kept.address] : [])]);
		delete kept.address;
		return true;
	});
}
