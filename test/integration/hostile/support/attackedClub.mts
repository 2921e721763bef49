import { skipWaits } from '../../matrix/support/time.mts';
import type { AnyOperation, Resource } from '../../../../nodes/Club/operation';
import { startSandbox, type Sandbox } from '../../../../sandbox/index.mts';
import { exampleOf, NOW, type Example } from '../../../../dev/docs/examples.mts';
import { dialectOfRun } from '../../../support/dialect.mts';
import { keep } from '../../matrix/support/state.mts';
import { guardHeaders } from './oracle.mts';

/** A club that is under attack, and an operation as it works there. */
export interface AttackedClub {
	club(): Sandbox;
	/** An operation with few records to read, on the club as it was in the beginning. */
	exampleFor(target: { resource: Resource; operation: AnyOperation }): Example;
}

/** A club for the tests of a file, whose waits are skipped. Nothing may be rejected unseen, and each header stays what it is. */
export function useAttackedClub(): AttackedClub {
	const headers = guardHeaders();
	const rejections: unknown[] = [];
	const note = (reason: unknown) => rejections.push(reason);
	let sandbox: Sandbox;
	let again: () => void;
	skipWaits();

	beforeAll(async () => {
		process.on('unhandledRejection', note);
		sandbox = await startSandbox({ athletes: 150, rate: false, now: () => NOW, dialect: dialectOfRun() });
		// Whoever the club is told to visit is none of this test's business.
		sandbox.provisioning.start = async () => {};
		again = keep(sandbox.club);
	});
	afterAll(async () => {
		await sandbox.close();
		process.off('unhandledRejection', note);
		headers.stop();
		expect(rejections).toEqual([]);
		headers.expectSame();
	});

	return {
		club: () => sandbox,
		exampleFor({ resource, operation }) {
			if (sandbox.requests.some(({ method }) => method !== 'GET')) again();
			sandbox.resetRecords();
			sandbox.clearFaults();
			const { parameters, items } = exampleOf(sandbox.club, resource, operation);
			return { items, parameters: operation.list ? { ...parameters, returnAll: false, limit: 2 } : parameters };
		},
	};
}
