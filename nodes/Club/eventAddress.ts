import { InvalidInput } from '../shared/transport/errors';
import { isLoopback, isPublicAddress } from '../shared/transport/publicAddress';
import { isMasked } from '../shared/transport/secrets';
import type { Session } from './session';

/** An address of events must be https; a sandbox on this machine takes its own too. */
export function checkUrl(address: string | undefined): void {
	if (address === undefined) return;
	if (isMasked(address)) {
		throw new InvalidInput(
			'"URL" is shown without its token, so it cannot be written back',
			'Leave "URL" out to keep the address as it is. Nothing was sent.',
		);
	}
	const parsed = URL.canParse(address) ? new URL(address) : undefined;
	if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopback(parsed.hostname))) return;
	throw new InvalidInput('"URL" must be an https address', 'Enter the public address that receives the events. Nothing was sent.');
}

/** The address must be one that the club can reach; beside a sandbox on this machine that is one of this machine too. */
export function checkReach({ origin }: Session, address: string | undefined): void {
	if (address === undefined || isPublicAddress(address, origin)) return;
	throw new InvalidInput(
		'"URL" is an address of this machine or of a private network, which the club cannot reach',
		'Enter a public https address. Nothing was sent.',
	);
}
