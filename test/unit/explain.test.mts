import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ClubError, InvalidInput, toNodeError } from '../../nodes/shared/errors';
import { explainAnswer, explainBody, explainSilence } from '../../nodes/shared/explain';
import { scrubber } from '../../nodes/shared/secrets';

const NODE: INode = { id: '1', name: 'Club', type: 'n8n-nodes-club.club', typeVersion: 1, position: [0, 0], parameters: {} };
const CREATE = 'POST /Athletes';
const READ = 'GET /Athletes/{userId}';

describe('an error as a user reads it', () => {
	test('has the words of the API, what to do, and where it happened', () => {
		const body = { ErrorType: 'EmailAlreadyInUse', Message: 'Email already in use' };
		const error = toNodeError(NODE, explainAnswer(CREATE, { status: 409, body }), 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Email already in use');
		expect(error.description).toBe(
			'Another user already has this address. Update that athlete instead, or use Create or Update. (Item 3, EmailAlreadyInUse, HTTP 409)',
		);
		expect(error).toMatchObject({ httpCode: '409', context: { itemIndex: 3 } });
	});

	test.each([
		['InvalidData', 400, /refused the data/],
		['LicenseResourceLimitExceeded', 403, /licence of the club allows no further athlete/],
		['Internal', 500, /Look it up before you send it again/],
		['SubscriptionInUse', 409, /Remove the booking first/],
	])('%s tells what to do', (ErrorType, status, advice) => {
		const error = explainAnswer(CREATE, { status, body: { ErrorType, Message: 'No.' } });
		expect(error).toMatchObject({ message: 'No.', errorType: ErrorType, status });
		expect(error.description).toMatch(advice);
	});

	test('a body of validation details of unknown shape is shown as it is', () => {
		const body = { errors: { ClientStage: ['The value is not valid.'] }, title: 'One or more validation errors' };
		const error = explainAnswer('PUT /Athletes/{userId}/ClientStage', { status: 400, body });
		expect(error.message).toBe('The club refused the values');
		expect(error.description).toContain('"ClientStage":["The value is not valid."]');
	});

	test.each([undefined, null, '', {}, '  '])('an empty 403 (%p) says what may be missing', (body) => {
		const write = explainAnswer(CREATE, { status: 403, body });
		expect(write.message).toBe('The club does not allow this');
		expect(write.description).toMatch(/ReadWrite permission/);
		expect(explainAnswer(READ, { status: 403, body }).description).toMatch(/lacks the Read permission/);
	});

	test('an ErrorType that is not known yet is shown too', () => {
		const error = toNodeError(NODE, explainAnswer(CREATE, { status: 409, body: { ErrorType: 'Frozen', Message: 'The club is frozen' } }), 0);
		expect(error.message).toBe('The club is frozen');
		expect(error.description).toMatch(/\(Item 0, Frozen, HTTP 409\)$/);
	});

	test('the own sentence of an operation goes before the general one', () => {
		expect(explainAnswer(READ, { status: 404, body: undefined }, { 404: 'No such badge.' }).description).toBe('No such badge.');
	});

	test('a redirect is not followed, and says so', () => {
		expect(explainAnswer(READ, { status: 302, body: '' }).description).toMatch(/final address in the Base URL/);
	});

	test('only a write can be unclear', () => {
		expect(explainAnswer(READ, { status: 500, body: '' }).unclear).toBe(false);
		expect(explainAnswer(CREATE, { status: 500, body: '' }).unclear).toBe(true);
		expect(explainAnswer(CREATE, { status: 400, body: '' }).unclear).toBe(false);
		expect(explainSilence(CREATE, 'ECONNRESET', true).unclear).toBe(true);
		expect(explainSilence(CREATE, 'ECONNREFUSED', false).unclear).toBe(false);
		expect(explainBody(CREATE, 200).unclear).toBe(true);
	});

	test('a code of the network does not let n8n replace the message', () => {
		const error = toNodeError(NODE, explainSilence(READ, 'ENOTFOUND', false));
		expect(error.message).toBe('The club cannot be reached');
		expect(error.description).toContain('(ENOTFOUND)');
	});

	test('a value that was refused is the fault of the item, not of the club', () => {
		const error = toNodeError(NODE, new InvalidInput('"Email" is missing', 'Fill in "Email".'), 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.description).toBe('Fill in "Email". (Item 2)');
	});

	test('an error that is not ours shows nothing of what it carries', () => {
		const foreign = Object.assign(new Error('oops'), { config: { headers: { Authorization: 'Bearer club-key' } } });
		expect(JSON.stringify(toNodeError(NODE, foreign))).not.toContain('club-key');
	});

	test('an interrupted list keeps its place', () => {
		const error = new ClubError('Gone', { description: 'Try again.' });
		error.resume = { rows: 500, cursor: 'abc' };
		expect(toNodeError(NODE, error)).toMatchObject({ errorResponse: { resume: { rows: 500, cursor: 'abc' } } });
	});
});

describe('secrets', () => {
	test('are blotted out of whatever an answer repeats, however it is written', () => {
		const scrub = scrubber(['sub/key+1', 'club"key', undefined, 'ab']);
		expect(scrub('a sub/key+1 b sub%2Fkey%2B1 c club\\"key d club"key ab')).toBe('a *** b *** c *** d *** ab');
	});
});
