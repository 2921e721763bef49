import { format, inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/index.mts';
import type { NodeOutcome } from '../../dev/host/engine.mts';

/** Shorter texts are too common to be told from others. */
const SHORTEST = 6;

/** What base64 makes of a text wherever in a longer one it stands; the characters at its ends depend on its neighbours. */
const base64Of = (text: string): string[] =>
	[0, 1, 2].map((shift) => {
		const encoded = Buffer.from(`${' '.repeat(shift)}${text}`)
			.toString('base64')
			.replace(/=+$/, '');
		return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
	});

/** Every way in which a secret may have been written down. */
function formsOf(secret: string): string[] {
	const base64 = base64Of(secret);
	const hex = Buffer.from(secret).toString('hex');
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		new URLSearchParams({ '': secret }).toString().slice(1),
		...base64,
		...base64.map((text) => text.replace(/\+/g, '-').replace(/\//g, '_')),
		hex,
		hex.toUpperCase(),
	];
}

/** Texts that must not be written down, and where they are found all the same. */
export class Secrets {
	private readonly forms = new Map<string, string>();

	/** Adds a secret by the name under which a find is reported; anything that is no longer text is none. */
	add(name: string, secret: unknown): void {
		if (typeof secret !== 'string' || secret.trim().length < SHORTEST) return;
		if (this.forms.has(secret.trim())) return;
		for (const form of formsOf(secret.trim())) this.forms.set(form, name);
	}

	/** The names of the secrets in a text or in bytes. */
	findIn(written: string | Buffer): string[] {
		const text = typeof written === 'string' ? written : written.toString('latin1');
		const names = new Set<string>();
		// One by one: a file that starts a club for each test has thousands, and an expression of them all is ten times slower.
		for (const [form, name] of this.forms) if (text.includes(form)) names.add(name);
		return [...names];
	}
}

/** The keys to the API of all clubs and credentials of this test file: nothing may ever write them down. */
export const keys = new Secrets();

/** The texts by which triggers of this test file know the club. n8n keeps them with the workflow, and nowhere else. */
export const tokens = new Secrets();

/** Expects none of the secrets in what was written. @param where what it is, in an error that does not repeat it */
export function expectNoSecret(where: string, written: string | Buffer, ...kinds: Secrets[]): void {
	const found = kinds.flatMap((secrets) => secrets.findIn(written)).sort();
	if (found.length > 0) throw new Error(`${where} must not hold ${found.join(', ')}`);
}

/** The token in the address of a trigger. */
const tokenIn = (url: unknown): string | null =>
	typeof url === 'string' && URL.canParse(url) ? new URL(url).searchParams.get('token') : null;

/** Addresses that held a key, as they came. */
const leaks: string[] = [];

/** Knows the keys of a sandbox from now on, and each token that a trigger registers there; and reads the address of each request. */
export function guardSandbox({ keys: all, requests }: Pick<Sandbox, 'keys' | 'requests'>): void {
	for (const [name, key] of Object.entries(all)) keys.add(name, key);
	const record = requests.push.bind(requests);
	const value = (...added: typeof requests) => {
		for (const { body, route, path, query } of added) {
			tokens.add('the token of a trigger', tokenIn((body as IDataObject | null)?.Url));
			const address = `${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;
			if (keys.findIn(address).length > 0) leaks.push(route);
		}
		return record(...added);
	};
	// Not enumerable, so that the list is still equal to any other of the same requests.
	Object.defineProperty(requests, 'push', { value, configurable: true });
}

/** Expects that no address which was asked for since the last time held a key. */
export const expectNoKeyInAddresses = (): void => expect(leaks.splice(0)).toEqual([]);

/** Passwords of hostile values that also stand in the values of other items, which n8n passes on. */
const WORDS = ['__proto__', 'constructor', 'prototype'];

/** What was asked of a sandbox in its bodies that only the club may know: the passwords of new athletes. */
function passwordsOf({ requests }: Pick<Sandbox, 'requests'>): Secrets {
	const passwords = new Secrets();
	for (const { body } of requests) {
		const { SetPasswordOnCreate, ShowPasswordOnCreate } = (body ?? {}) as IDataObject;
		if (ShowPasswordOnCreate !== true && !WORDS.includes(String(SetPasswordOnCreate)))
			passwords.add('the password of an athlete', SetPasswordOnCreate);
	}
	return passwords;
}

/** All that an error says, to whoever looks at it; of its node the user's own parameters are left out. */
function writtenIn(error: Error & { toJSON?: () => unknown }): string {
	const { node, ...said } = Object.fromEntries(Reflect.ownKeys(error).map((name) => [name, (error as never)[name]])) as IDataObject;
	const everything = inspect([String(error), said, { ...(error.toJSON?.() as IDataObject | undefined), node: undefined }], {
		depth: 20,
		showHidden: true,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		breakLength: Infinity,
	});
	return everything + inspect((node as IDataObject | undefined)?.credentials, { depth: 20 });
}

/** Expects that nothing of what a user sees of a run of the node holds a secret. */
export function expectNoSecretIn({ output, error, hints }: NodeOutcome, sandbox: Partial<Sandbox>): void {
	const kinds = [keys, tokens, ...(sandbox.requests ? [passwordsOf({ requests: sandbox.requests })] : [])];
	expectNoSecret('The output of the node', JSON.stringify(output), ...kinds);
	expectNoSecret('A hint of the node', JSON.stringify(hints), ...kinds);
	if (error) expectNoSecret('The error of the node', writtenIn(error), ...kinds);
}

/** What is written to the console while the tests of a file run must hold no secret either. */
export function guardConsole(): void {
	const lines: string[] = [];
	const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
	for (const method of methods) {
		const write = console[method].bind(console);
		console[method] = (...args: unknown[]) => {
			lines.push(format(...args));
			write(...args);
		};
	}
	afterAll(() => expectNoSecret('The console', lines.join('\n'), keys, tokens));
}
