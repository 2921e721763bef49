const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a host name is this machine. A sandbox runs there, and http is allowed for it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const PRIVATE_NAMES = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'private', 'corp', 'svc', 'home.arpa'];

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** Loopback, private, link-local, shared and other addresses that are not one host of the internet, and the platform host of Azure. */
const PRIVATE_IPV4 =
	/^((0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|192\.0\.0|198\.1[89]|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[3-5]\d)\.|168\.63\.129\.16$)/;

const PRIVATE_IPV6 = /^\[(::|f[cdf][0-9a-f]{2}:|fe[89a-f][0-9a-f]:|64:ff9b:|100::|2001:(0:|:|[0-9a-f]{1,2}:|1[0-9a-f]{2}:)|2002:)/;

const isPrivateName = (host: string): boolean => PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`));

/** Whether a host, as the URL parser writes it, may be public. Names are not looked up. */
export function isPublicHost(hostname: string): boolean {
	const host = (hostname.endsWith('.') ? hostname.slice(0, -1) : hostname).toLowerCase();
	if (host.startsWith('[')) return !PRIVATE_IPV6.test(host);
	if (IPV4.test(host)) return !PRIVATE_IPV4.test(host);
	return host.includes('.') && !isPrivateName(host);
}

/**
 * Whether an address is https and public. If the club is a sandbox on this machine, http and loopback are allowed too.
 * @param clubOrigin origin of the credential's base URL
 */
export function isPublicAddress(address: string, clubOrigin: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, username, password } = new URL(address);
	if (username || password) return false;
	if (isLoopback(hostname)) return /^https?:$/.test(protocol) && isLoopback(new URL(clubOrigin).hostname);
	return protocol === 'https:' && isPublicHost(hostname);
}
