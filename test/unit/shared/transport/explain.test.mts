import { ExpressionError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ENDPOINTS, type Call } from '../../../../nodes/shared/api/endpoints';
import { ClubError, InvalidInput, toNodeError } from '../../../../nodes/shared/transport/errors';
import { explainAnswer, explainBody } from '../../../../nodes/shared/transport/explain';
import { explainNoAnswer } from '../../../../nodes/shared/transport/explainNetwork';

const NODE: INode = { id: '1', name: 'Club', type: 'n8n-nodes-club.club', typeVersion: 1, position: [0, 0], parameters: {} };
const CREATE = 'POST /Athletes';
const READ = 'GET /Athletes/{userId}';

describe('an error as a user reads it', () => {
	test('has the words of the API, what to do, and where it happened', () => {
		const body = { ErrorType: 'EmailAlreadyInUse', Message: 'Email already in use' };
		const error = toNodeError(NODE, explainAnswer(CREATE, { status: 409, body }), 3, { namesItem: true });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('Email already in use');
		expect(error.description).toBe(
			'Another user already has this address. Update that athlete instead, or use Create or Update. (Item 3, EmailAlreadyInUse, HTTP 409)',
		);
		expect(error).toMatchObject({ httpCode: '409', context: { itemIndex: 3 } });
	});

	test.each([
		['InvalidData', 400, /refused the data/],
		['LicenseResourceLimitExceeded', 403, /licence of the club does not allow another athlete/],
		['Internal', 500, /Look it up before you send it again/],
		['SubscriptionInUse', 409, /Remove the booking first/],
	])('%s tells what to do', (ErrorType, status, advice) => {
		const error = explainAnswer(CREATE, { status, body: { ErrorType, Message: 'No.' } });
		expect(error).toMatchObject({ message: 'No.', errorType: ErrorType, status });
		expect(error.description).toMatch(advice);
	});

	test.each(Object.keys(ENDPOINTS) as Call[])('a 404 of %s is about a record only if the call names one', (call) => {
		const { message } = explainAnswer(call, { status: 404, body: undefined });
		expect(message).toBe(/\{|ByEmail$/.test(call) ? 'The club has no such record' : 'The club of this key was not found');
	});

	test.each([
		[400, 'The club refused the values', 'Check the values of this operation.'],
		[
			401,
			'The club does not accept the keys',
			/^One of the two keys is wrong, was regenerated or revoked, or has expired, or the two are swapped\. Enter both/,
		],
		[403, 'The club does not allow this', /^The licence of the Club API is inactive, or the Club API Key lacks the Read permission\.$/],
		[404, 'The club has no such record', /^Check the ID\. The API does not find deleted records/],
		[409, 'This conflicts with the current state', 'Read it again, then decide whether to send this once more.'],
		[418, 'The club refused this call', 'Try again later.'],
		[498, 'The club refused this call', 'Try again later.'],
		[408, 'The club is not available', 'Try again later.'],
		[425, 'The club is not available', 'Try again later.'],
		[499, 'The club is not available', 'Try again later.'],
		[520, 'The club is not available', 'Try again later.'],
		[500, 'The club is not available', 'Try again later.'],
		[503, 'The club is not available', 'Try again later.'],
	])('%d of a read without a text says what happened and what to do', (status, message, advice) => {
		const error = explainAnswer(READ, { status, body: undefined });
		expect(error).toMatchObject({ message, status, unclear: false });
		if (advice instanceof RegExp) expect(error.description).toMatch(advice);
		else expect(error.description).toBe(advice);
	});

	test('does not say by itself that the club may still be working on the call', () => {
		expect(new ClubError('None', { description: '' }).late).toBe(false);
	});

	test('a write that the club could not finish may have been applied', () => {
		expect(explainAnswer(CREATE, { status: 500, body: '' }).description).toBe(
			'The change may have been applied. Look it up before you send it again.',
		);
		expect(explainAnswer(CREATE, { status: 422, body: '' }).description).toBe('Try again later.');
		for (const call of [CREATE, 'GET /Webhooks/Subscriptions'] as const)
			expect(explainAnswer(call, { status: 403, body: '' }).description).toMatch(
				/^The Club API Key lacks the ReadWrite permission, .*, or the role or state of this record forbids it\.$/,
			);
	});

	test('tells n8n which failures are temporary, for how long, and which somebody must fix', () => {
		const failure = (status: number) => explainAnswer(READ, { status, body: '' }).failure;
		expect(failure(401)).toEqual({ cause: 'credential-invalid' });
		for (const status of [302, 399, 403, 404]) expect(failure(status)).toEqual({ cause: 'configuration-invalid' });
		for (const status of [400, 402, 409, 422, 499, 500, 503]) expect(failure(status)).toEqual({ cause: 'temporarily-unavailable' });
		expect(explainBody(READ, 200).failure).toEqual({ cause: 'configuration-invalid' });
		expect(explainNoAnswer(READ, 'ECONNRESET', true).failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	test('shows an answer up to a readable length, and nothing if it is empty', () => {
		expect(explainAnswer(READ, { status: 400, body: ` ${'x'.repeat(5000)} ` }).description).toBe(
			`Check the values of this operation. The club says: ${'x'.repeat(500)}…`,
		);
		expect(explainAnswer(READ, { status: 400, body: { Message: 'x'.repeat(500) } }).message).toBe('x'.repeat(500));
		for (const body of [{}, [], '', '""', '[]', ' {} '])
			expect(explainAnswer(READ, { status: 400, body }).description).toBe('Check the values of this operation.');
		expect(explainAnswer(READ, { status: 400, body: ['no'] }).description).toContain('The club says: ["no"]');
		expect(explainAnswer(READ, { status: 400, body: { Message: ' No. ' } })).toMatchObject({
			message: 'No.',
			description: 'Check the values of this operation.',
		});
	});

	test('cuts a long message to a readable length', () => {
		expect(explainAnswer(READ, { status: 400, body: { Message: 'x'.repeat(3_000_000), ErrorType: 'y'.repeat(3_000_000) } })).toMatchObject({
			message: `${'x'.repeat(500)}…`,
			errorType: `${'y'.repeat(500)}…`,
		});
	});

	test('shows markup of the server as text', () => {
		const markup = '<a href="https://evil.example">here</a><img src=https://evil.example/p.png>';
		for (const body of [markup, { Message: markup, ErrorType: markup, details: markup }]) {
			const error = explainAnswer(READ, { status: 400, body });
			for (const text of [
				error.message,
				error.description,
				toNodeError(NODE, error).message,
				toNodeError(NODE, error).description,
				error.errorType ?? '',
			])
				expect(text).not.toMatch(/</);
			expect(error.description).toContain('‹img src=https://evil.example/p.png>');
		}
		expect(toNodeError(NODE, new InvalidInput(markup, markup))).toMatchObject({
			message: expect.not.stringContaining('<') as string,
			description: expect.not.stringContaining('<') as string,
		});
	});

	test('removes invisible and bidirectional characters from a text of the server', () => {
		const error = explainAnswer(READ, { status: 400, body: { Message: 'No.\r\n\u0000\u001b[31m\u202eyes\u2066' } });
		expect(toNodeError(NODE, error).message).toBe('No.\n[31myes');
	});

	test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('treats the ErrorType %s as unknown', (ErrorType) => {
		expect(explainAnswer(READ, { status: 409, body: { ErrorType, Message: 'No.' } })).toMatchObject({
			errorType: ErrorType,
			description: 'Read it again, then decide whether to send this once more.',
		});
	});

	test('ignores an ErrorType or Message that is no text', () => {
		const error = explainAnswer(READ, { status: 409, body: { ErrorType: 7, Message: ' ' } });
		expect(error).toMatchObject({ message: 'This conflicts with the current state', errorType: undefined });
		expect(error.description).toContain('The club says: {"ErrorType":7');
	});

	test('distinguishes a club that does not answer from one that cannot be reached', () => {
		expect(explainNoAnswer(READ, 'ETIMEDOUT', true)).toMatchObject({
			message: 'The club did not answer',
			description: 'The club may be busy, or the network may be down. Try again later. (ETIMEDOUT)',
			unclear: false,
		});
		expect(explainNoAnswer(CREATE, 'ETIMEDOUT', true).description).toBe(
			'The club may be busy, or the network may be down. The change may have been applied. Look it up before you send it again. (ETIMEDOUT)',
		);
		expect(explainNoAnswer(READ, 'ENOTFOUND', false)).toMatchObject({
			message: 'The club cannot be reached',
			description: 'The name in the Base URL is not known. Check the Base URL of the credential, and the DNS of n8n. (ENOTFOUND)',
		});
	});

	test('does not say that nothing was sent where a write before it was', () => {
		const unsent = explainNoAnswer(CREATE, 'EPROTO', false);
		expect(unsent.description).toContain(' Nothing was sent. (EPROTO)');
		const told = 'Before that, the club stored Phone.';
		expect(unsent.with({ advice: told }).description).toMatch(/whether a firewall or proxy stops it\. \(EPROTO\) Before that, /);
	});

	test.each([
		['ECONNABORTED', true, true],
		['ETIMEDOUT', true, true],
		['ESOCKETTIMEDOUT', true, true],
		['ETIMEDOUT', false, false],
		['ECONNRESET', true, false],
	])('after %s (sent: %p) the club may still be working on it: %p', (code, sent, late) => {
		expect(explainNoAnswer(CREATE, code, sent).late).toBe(late);
	});

	test('for a success that is not the club’s says where to look, and for a write that it may have been applied', () => {
		expect(explainBody(CREATE, 200).description).toMatch(/ The change may have been applied\. Look it up before you send it again\.$/);
		expect(explainBody(READ, 200)).toMatchObject({
			message: 'The answer is not one that the Club API sends',
			status: 200,
			description: expect.stringMatching(
				/Check the Base URL of the credential.* Run the operation "Check" to see what this club sends\.$/,
			) as string,
			unclear: false,
		});
	});

	test('uses a message of the operation for an ErrorType only for that ErrorType', () => {
		const advice = { SubscriptionInUse: 'Remove the booking.', EmailAlreadyInUse: 'Take another one.' };
		const said = (body: unknown, sent?: object) => explainAnswer(CREATE, { status: 409, body }, advice, sent as never).description;
		expect(said({ ErrorType: 'SubscriptionInUse', Message: 'No.' })).toBe('Remove the booking.');
		expect(said({ Message: 'No.' })).toBe('Read it again, then decide whether to send this once more.');
		expect(said({ Message: 'No.' }, { Phone: '1' })).toBe('Read it again, then decide whether to send this once more.');
		expect(said({ Message: 'No.' }, { Email: 'a@b.example' })).toBe('Take another one.');
		expect(said({ ErrorType: 'Frozen', Message: 'No.' }, { Email: 'a@b.example' })).toMatch(/^Read it again/);
		expect(explainAnswer(CREATE, { status: 400, body: undefined }, advice, { Email: 'a@b.example' }).description).toMatch(
			/^Check the values/,
		);
		expect(explainAnswer(CREATE, { status: 409, body: undefined }, {}, { Email: 'a@b.example' }).description).toMatch(
			/^Another user already/,
		);
	});

	test('a redirect is not followed, and says so', () => {
		for (const status of [300, 302, 399]) {
			const error = explainAnswer(READ, { status, body: { Message: 'Moved' } });
			expect(error).toMatchObject({ message: 'The address of the club redirects to another address', status });
			expect(error.description).toMatch(/final address as the Base URL/);
		}
		expect(explainAnswer(READ, { status: 400, body: '' }).message).toBe('The club refused the values');
	});

	test('a network code does not make n8n replace the message', () => {
		const error = toNodeError(NODE, explainNoAnswer(READ, 'ENOTFOUND', false));
		expect(error.message).toBe('The club cannot be reached');
		expect(error.description).toContain('(ENOTFOUND)');
	});

	test('a refused value is an error of the item, not of the club', () => {
		const error = toNodeError(NODE, new InvalidInput('"Email" is missing', 'Fill in "Email".'), 2, { namesItem: true });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.description).toBe('Fill in "Email". (Item 2)');
	});

	test('a foreign error shows nothing of its contents', () => {
		const foreign = Object.assign(new Error('oops'), { config: { headers: { Authorization: 'Bearer club-key' } } });
		expect(JSON.stringify(toNodeError(NODE, foreign))).not.toContain('club-key');
	});

	test.each([
		[new TypeError('oops'), 'oops'],
		['thrown text', 'thrown text'],
	])('a foreign error (%s) is reported as a bug of the node', (thrown, message) => {
		const error = toNodeError(NODE, thrown, 4);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message, context: { itemIndex: 4 } });
		expect(error.description).toBe('This is a bug in the node, not an answer from the club. Please report it.');
		expect(toNodeError(NODE, thrown).description).toMatch(/report it\.$/);
	});

	test('an error of n8n stays unchanged', () => {
		for (const error of [new NodeApiError(NODE, {}), new NodeOperationError(NODE, 'no'), new ExpressionError('No such value')])
			expect(toNodeError(NODE, error, 1)).toBe(error);
	});

	test('an error for n8n has the status, the ErrorType and what a scheduler needs', () => {
		const error = toNodeError(NODE, explainAnswer(READ, { status: 503, body: { ErrorType: 'Internal', Message: 'Busy.' } }));
		expect(error).toMatchObject({
			httpCode: '503',
			failure: { cause: 'temporarily-unavailable' },
			errorResponse: { errorType: 'Internal', status: 503 },
		});
		expect(error.description).toMatch(/ \(Internal, HTTP 503\)$/);
		const bare = toNodeError(NODE, new ClubError('Stopped', { description: 'Try again.' }));
		expect(bare).toMatchObject({ message: 'Stopped', description: 'Try again.', httpCode: null, errorResponse: {} });
		expect(bare).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		expect(toNodeError(NODE, new InvalidInput('No.', 'Mend it.'))).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		expect(toNodeError(NODE, new TypeError('oops'))).toMatchObject({ failure: { cause: 'node-defect' } });
	});

	test('a converted error keeps its details, and changes of a copy do not reach the other', () => {
		const known = {
			status: 503,
			errorType: 'Internal',
			unclear: true,
			late: true,
			failure: { cause: 'rate-limited', retryAfterMs: 5 },
		} as const;
		const error = new ClubError('Busy', { ...known, description: 'Try again.' });
		const again = error.with({ advice: 'It is late.' });
		expect(again).toMatchObject({ ...known, message: 'Busy', description: 'Try again. It is late.' });
		expect(error.description).toBe('Try again.');
	});

	test('an interrupted list keeps its cursor', () => {
		const error = new ClubError('Gone', { description: 'Try again.', resume: { rows: 500, cursor: 'abc' } });
		expect(toNodeError(NODE, error)).toMatchObject({ errorResponse: { resume: { rows: 500, cursor: 'abc' } } });
	});
});
