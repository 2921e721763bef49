import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IDataObject,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { LoggerProxy } from 'n8n-workflow';
import { credentialFor } from '../../dev/host/club.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import * as engine from '../../dev/host/engine.mts';
import { expectNoSecretIn, keys } from './secrets.mts';

export { additionalDataFor, locator, type NodeOutcome, type NodeRun } from '../../dev/host/engine.mts';

// n8n looks up who calls its log, also where it writes nothing, and a run has ten lines: as much work as some operations.
Object.assign(LoggerProxy, { init: () => {} });

/** The parameters of an operation by its name: `athlete.getAll`. */
export function parametersOf<T extends object>(name: string, more?: T): T & { resource: string; operation: string } {
	const [resource, operation] = name.split('.');
	return { resource, operation, ...(more as T) };
}

/** The keys of a credential must be written down nowhere from now on. */
function guarded<T extends ICredentialDataDecryptedObject>(data: T): T {
	for (const name of ['subscriptionKey', 'secondarySubscriptionKey', 'clubApiKey']) keys.add(name, data[name]);
	return data;
}

/** The part of n8n that keeps credentials, holding this one. */
export const credentialsHelperFor = (data: ICredentialDataDecryptedObject): ICredentialsHelper =>
	engine.credentialsHelperFor(guarded(data));

/** What n8n gives a trigger of a sandbox's club. @param differing entries of the credential that differ from its own */
export const additionalDataOf = (sandbox: Pick<Sandbox, 'url' | 'keys'>, differing: IDataObject = {}): IWorkflowExecuteAdditionalData =>
	engine.additionalDataFor(credentialsHelperFor({ ...credentialFor(sandbox), ...differing } as ICredentialDataDecryptedObject));

/** The types of an n8n that knows one node only. */
export const onlyType = (type: INodeType): INodeTypes => ({
	getByName: () => type,
	getByNameAndVersion: () => type,
	getKnownTypes: () => ({}),
});

/** Runs the Club node in n8n's own engine, and gives what a user sees, which must hold no secret. */
export async function runNode(run: engine.NodeRun): Promise<engine.NodeOutcome> {
	guarded(engine.credentialOf(run));
	const outcome = await engine.runNode(run);
	expectNoSecretIn(outcome, run.sandbox);
	expect(new Set(outcome.hints.map(({ message }) => message)).size).toBe(outcome.hints.length);
	return outcome;
}
