import { skippedClub } from '../support/skippedClub.mts';
import type { IDataObject } from 'n8n-workflow';
import { locator, parametersOf } from '../../support/node.mts';

/** The operations that change an athlete, by the state of the person before (§3.3) and by what the club answers (§7.1, §7.2). */

const club = skippedClub();

/** A person in each state, by address; each gives another person at each call. */
let used = 0;
const STATES: Record<string, () => string> = {
	new: () => `new${used++}@example.com`,
	'known here': () => club.athletes()[used++].Email,
	'known elsewhere': () => elsewhere(),
	invited: () => {
		const email = elsewhere();
		club.sandbox.club.invitations.add(email.toLowerCase());
		return email;
	},
	demo: () => [...club.sandbox.club.athletes.values()].find(({ IsDemo }) => IsDemo)!.Email,
	staff: () => club.sandbox.club.athletes.get([...club.sandbox.club.staff][0])!.Email,
	former: () => {
		const athlete = club.athletes()[used++];
		club.sandbox.club.athletes.delete(athlete.UserId);
		club.sandbox.club.otherUsers.set(athlete.Email.toLowerCase(), athlete as never);
		return athlete.Email;
	},
};

/** A user of the platform outside this club. */
function elsewhere(): string {
	const email = `else${used++}@example.com`;
	const { otherUsers } = club.sandbox.club;
	const [person] = otherUsers.values();
	otherUsers.set(email, { ...person, UserId: 900_000 + used, Email: email });
	return email;
}

type Fault = Parameters<typeof club.sandbox.inject>[0];
const refused = (status: number, ErrorType: string): Fault => ({
	kind: 'status',
	status,
	body: { ErrorType, Message: 'Refused' },
	match: { method: 'POST' },
});

const OUTCOMES: Record<string, Fault | undefined> = {
	'its own answer': undefined,
	InvalidData: refused(400, 'InvalidData'),
	LicenseResourceLimitExceeded: refused(403, 'LicenseResourceLimitExceeded'),
	EmailAlreadyInUse: refused(409, 'EmailAlreadyInUse'),
	Internal: refused(500, 'Internal'),
	'504, applied': { kind: 'appliedThenFailed', match: { method: 'POST' } },
	'no answer, applied': { kind: 'appliedThenDropped', match: { method: 'POST' } },
	'a PUT that is refused': { kind: 'status', status: 403, match: { method: 'PUT' } },
	'a PUT without an answer': { kind: 'appliedThenDropped', match: { method: 'PUT' } },
};

const WANTED = { FirstMidName: 'Wanted', LastName: 'Person', Phone: '+46 70 999' };
const PROFILE = { firstMidName: 'Wanted', lastName: 'Person', phone: '+46 70 999' };

const cases = Object.keys(STATES).flatMap((state) =>
	Object.keys(OUTCOMES).flatMap((answer) => [true, false].map((userConfirmed) => ({ state, answer, userConfirmed }))),
);

/** How the error of an operation ends: with what the club said, and with nothing else. Undefined where it must succeed. */
function reasonOf(operation: string, state: string, answer: string, userConfirmed = true): string | undefined {
	const isHere = ['known here', 'demo', 'staff'].includes(state);
	const isUpsert = operation === 'upsert';
	if (!isHere && !isUpsert) return '(HTTP 404)';
	if (answer === 'a PUT that is refused' && (isHere || state === 'new' || userConfirmed)) return '(credential "Club", HTTP 403)';
	if (state === 'staff' && (isUpsert || operation === 'update')) return '(credential "Club", HTTP 403)';
	if (state === 'demo' && operation !== 'update') return '(HTTP 404)';
	const status = { InvalidData: 400, LicenseResourceLimitExceeded: 403, EmailAlreadyInUse: 409 }[answer];
	return status && !isHere ? `(${answer}, HTTP ${status})` : undefined;
}

/** Expects the error to have its own reason, or to be absent where there is none. */
function expectReason(error: { description?: string | null } | undefined, reason: string | undefined): void {
	if (reason) expect(error?.description?.endsWith(reason)).toBe(true);
	else expect(error).toBeUndefined();
}

const athleteOf = (email: string) =>
	[...club.sandbox.club.athletes.values()].filter((one) => one.Email.toLowerCase() === email.toLowerCase());

test.each(cases)(
	'Create or Update of somebody $state, with $answer (confirmed: $userConfirmed), stores what was asked for or says what was not',
	async ({ state, answer, userConfirmed }) => {
		const email = STATES[state]();
		const fault = OUTCOMES[answer];
		if (fault) club.sandbox.inject(fault);
		const additionalFields = { ...PROFILE, clientStage: 'Prospect', userConfirmed };
		const { rows, error, hints } = await club.run(
			parametersOf('athlete.upsert', { email, additionalFields, options: { moveStageBack: true } }),
		);
		const stored = athleteOf(email);
		expect(stored.length).toBeLessThanOrEqual(1);
		const reason = reasonOf('upsert', state, answer, userConfirmed);
		expectReason(error, reason);
		if (reason) return;
		const [{ Outcome }] = rows;
		expect(['Created', 'Added', 'Invited', 'PendingInvitation', 'Updated', 'Unchanged']).toContain(Outcome);
		if (Outcome === 'Invited' || Outcome === 'PendingInvitation') {
			expect(hints.map(({ message }) => message).join()).toContain('was only invited');
			return;
		}
		if (rows[0].Reconciled) expect(Outcome).toBe(userConfirmed ? 'Added' : 'Created');
		expect(stored).toMatchObject([{ ...WANTED, ClientStage: 'Prospect' }]);
		expect(rows).toMatchObject([{ ...WANTED, ClientStage: 'Prospect' }]);
	},
);

describe.each([
	['update', { updateFields: PROFILE }, WANTED],
	['setClientStage', { clientStage: 'Prospect' }, { ClientStage: 'Prospect' }],
	['setGuest', { isGuest: true }, { IsGuest: true }],
] as Array<[string, IDataObject, IDataObject]>)('%s', (operation, parameters, wanted) => {
	test.each(cases.filter(({ userConfirmed, answer }) => userConfirmed && !/POST|applied$|^[A-Z]/.test(answer)))(
		'of somebody $state, with $answer, is made or is an error',
		async ({ state, answer }) => {
			const email = STATES[state]();
			const fault = OUTCOMES[answer];
			if (fault) club.sandbox.inject(fault);
			const { error } = await club.run({ resource: 'athlete', operation, userId: locator('email', email), ...parameters });
			const reason = reasonOf(operation, state, answer);
			expectReason(error, reason);
			if (!reason) expect(athleteOf(email)).toMatchObject([wanted]);
		},
	);
});
