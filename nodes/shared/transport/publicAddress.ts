const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a host name is this machine itself: a sandbox, where http is fine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** Names that only a private network knows. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa)$/;

/** Loopback, private, link-local, shared and other addresses that do not belong to one host of the internet. */
const PRIVATE_IPV4 =
	/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|192\.0\.0|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[3-5]\d)\./;

/** The same for IPv6, as the URL parser writes it; IPv4 in disguise too. */
const PRIVATE_IPV6 = /^\[(::|f[cdf][0-9a-f]{2}:|fe[89a-f][0-9a-f]:|64:ff9b:|2002:)/;

/** Whether a host, as the URL parser writes it, may belong to the internet. Names are not looked up. */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return !PRIVATE_IPV6.test(host);
	return host.includes('.') && !PRIVATE_NAME.test(host) && !PRIVATE_IPV4.test(host);
}

/** Whether a host may be spoken to: one of the internet or, beside a club on this machine (a sandbox), this machine. */
export const isHostWithin = (hostname: string, clubOrigin: string): boolean =>
	isLoopback(hostname) ? isLoopback(new URL(clubOrigin).hostname) : isPublicHost(hostname);

/**
 * Whether an address is https and public. Beside a club on this machine (a sandbox), http and loopback are fine too.
 * @param clubOrigin origin of the credential's base URL
 */
export function isPublicAddress(address: string, clubOrigin: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, username, password } = new URL(address);
	if (username || password || !isHostWithin(hostname, clubOrigin)) return false;
	return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
