import { InvalidInput } from '../shared/transport/errors';
import { isPublicAddress } from '../shared/transport/publicAddress';

// Where the club sends the events of one trigger: the node's webhook URL and a token.

/** Query parameter that carries the token. */
export const TOKEN = 'token';

/** The address that the club is given. */
export function destinationOf(address: string, token: string): string {
	const url = new URL(address);
	url.searchParams.set(TOKEN, token);
	return url.href;
}

/** An address taken apart: what comes before the token, and the token. */
export function partsOf(destination: string): { address: string; token?: string } {
	if (!URL.canParse(destination)) return { address: destination };
	const url = new URL(destination);
	const token = url.searchParams.get(TOKEN) ?? undefined;
	url.searchParams.delete(TOKEN);
	return { address: url.href, token };
}

/**
 * What a token is made for: the webhook URL. While somebody listens for a test event the node is told another URL when
 * a delivery comes than when it registers, so that only the end of it counts, which is the same in both.
 * @param isTest whether the node runs for a test event
 */
export const signedAddress = (address: string, isTest: boolean): string =>
	isTest && URL.canParse(address) ? `test:${new URL(address).pathname.split('/').slice(-2).join('/')}` : address;

/**
 * Makes sure that the club can reach the address of this trigger.
 * @throws InvalidInput that names WEBHOOK_URL
 */
export function assertReachable(address: string, clubOrigin: string): void {
	if (isPublicAddress(address, clubOrigin)) return;
	throw new InvalidInput(
		`The club cannot send events to ${address}, because it is not a public https address`,
		'Set the environment variable WEBHOOK_URL to the public https address of this n8n, restart it, then publish the workflow again (n8n 1: activate it).',
	);
}
