import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL, credentialFor } from '../../../dev/host/club.mts';
import type { Execution } from '../../../dev/host/execution.mts';
import { HOST, HOST_LATEST } from '../../../dev/host/install.mts';
import { startN8n, type N8n, type N8nOptions } from '../../../dev/host/n8n.mts';
import { installPack } from '../../../dev/host/pack.mts';
import { N8nRest } from '../../../dev/host/rest.mts';
import { waitFor } from '../../../dev/host/wait.mts';
import { lineOf, manualTrigger, withCredential, type CredentialReference, type NodeSpec } from '../../../dev/host/workflow.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { expectNoKeyInAddresses, guardSandbox } from '../../support/secrets.mts';
import { currentTarball } from '../../../dev/host/tarball.mts';
import { expectNoSecretWritten } from './written.mts';

/** A real n8n with the packed pack, a sandbox, and the sandbox's credential; good from `beforeAll` to `afterAll`. */
export interface Host {
	sandbox: Sandbox;
	n8n: N8n;
	/** Signed in as the owner. */
	rest: N8nRest;
	credential: CredentialReference;
	userFolder: string;
	/** Saves a workflow of these nodes in a line, by default with the sandbox's credential. */
	save(specs: NodeSpec[], credential?: CredentialReference): Promise<string>;
	/** Saves a workflow of a start and these nodes, runs it as its button does, and waits for its end. */
	run(specs: NodeSpec[], credential?: CredentialReference): Promise<Execution>;
	/** Ends n8n, by signal or at once, and starts it again on the same data and port; `meanwhile` happens while it is away. */
	restart(how?: 'stop' | 'kill9', meanwhile?: () => void): Promise<void>;
}

export interface HostOptions {
	sandbox?: SandboxOptions;
	/** Added to the environment of n8n. */
	env?: N8nOptions['env'];
}

const STARTING_MS = 240_000;

/** The n8n that these tests run in. */
export const testedHost = process.env.CLUB_TEST_HOST === 'latest' ? HOST_LATEST : HOST;

/**
 * Gives a test file its own n8n and its own sandbox, started before its first test and gone after its last; no secret
 * may be in what n8n has written by then. No test breaks a rule of the club's API.
 * The fields of the result are filled when the first test starts.
 */
export function useHost(options: HostOptions = {}): Host {
	const host = {} as Host;

	const startHere = async (port?: number) => {
		host.n8n = await startN8n({ host: testedHost, userFolder: host.userFolder, env: { N8N_LOG_LEVEL: 'debug', ...options.env }, port });
		host.rest = new N8nRest(host.n8n.url);
		await host.rest.signIn();
		// n8n answers before it has resumed its executions and activated its workflows.
		await waitFor('The end of the start of n8n', () => host.n8n.log().includes('Editor is now accessible') || undefined);
	};

	host.save = async (specs, credential = host.credential) =>
		(await host.rest.createWorkflow(withCredential(lineOf('Test', specs), credential))).id;

	host.run = async (specs, credential) => await host.rest.runManually(await host.save([manualTrigger, ...specs], credential));

	host.restart = async (how = 'stop', meanwhile = () => {}) => {
		await host.n8n[how]();
		meanwhile();
		await startHere(Number(new URL(host.n8n.url).port));
	};

	beforeAll(async () => {
		host.userFolder = mkdtempSync(join(tmpdir(), 'n8n-nodes-club-'));
		host.sandbox = await startSandbox(options.sandbox);
		guardSandbox(host.sandbox);
		await installPack(host.userFolder, await currentTarball());
		await startHere();
		host.credential = await host.rest.createCredential(CREDENTIAL, credentialFor(host.sandbox));
	}, STARTING_MS);

	beforeEach(() => host.sandbox.resetRecords());
	afterEach(() => expect(host.sandbox.breaches).toEqual([]));

	afterAll(async () => {
		await host.n8n?.stop();
		await host.sandbox?.close();
		try {
			if (host.n8n) expectNoSecretWritten(testedHost, host.userFolder);
			expectNoKeyInAddresses();
		} finally {
			if (host.userFolder) rmSync(host.userFolder, { recursive: true, force: true });
		}
	});

	return host;
}
