import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An element of DER: its tag, the length of its content, and the content. */
function element(tag: number, ...parts: Array<Buffer | string>): Buffer {
	const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
	const { length } = content;
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;

const identifier = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));

const ECDSA_WITH_SHA256 = element(SEQUENCE, identifier('2a8648ce3d040302'));

const COMMON_NAME = identifier('550403');

const SUBJECT_ALT_NAME = identifier('551d11');

const DAY = 24 * 60 * 60 * 1000;

/** A moment as `YYYYMMDDhhmmssZ`. */
const time = (ms: number): Buffer => element(0x18, new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, ''));

/**
 * A certificate for these hosts that signs itself (RFC 5280), good for two days. Node.js can make keys and signatures, but no
 * certificates, and OpenSSL's own program is not on every machine.
 * @returns the key and the certificate, as PEM
 */
export function certificateFor(hosts: readonly string[]): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = element(SEQUENCE, element(0x31, element(SEQUENCE, COMMON_NAME, element(0x0c, 'Stand-ins of the tests'))));
	const names = element(SEQUENCE, ...hosts.map((host) => element(0x82, host)));
	const body = element(
		SEQUENCE,
		element(0xa0, element(0x02, Buffer.from([2]))),
		element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ECDSA_WITH_SHA256,
		name,
		element(SEQUENCE, time(Date.now() - DAY), time(Date.now() + DAY)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		element(0xa3, element(SEQUENCE, element(SEQUENCE, SUBJECT_ALT_NAME, element(0x04, names)))),
	);
	const signature = element(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
	const pem = element(SEQUENCE, body, ECDSA_WITH_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
	};
}
