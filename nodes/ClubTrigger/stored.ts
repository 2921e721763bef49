import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * What a trigger keeps in n8n between its hooks. Only the hooks write it: what a delivery writes is lost when it starts
 * an execution, and the last of two deliveries wins.
 */
export interface Stored extends IDataObject {
	/** SHA-256 of the token. */
	tokenHash?: string;
	/** What the club calls the subscription; it goes by this where the club shows addresses without their query. */
	subscriptionId?: string;
	/** The webhook URL that was registered, should WEBHOOK_URL change in between. */
	address?: string;
}

/** What the trigger has stored, to be changed in place. */
export const storedBy = (functions: IHookFunctions | IWebhookFunctions): Stored => functions.getWorkflowStaticData('node');

/** Names a trigger in what this process remembers; a test apart from the active workflow. */
export const nameOf = (functions: IHookFunctions | IWebhookFunctions): string =>
	[functions.getWorkflow().id, functions.getNode().id, functions.getMode() === 'manual'].join('\n');
