import type { IDataObject, IExecuteFunctions, IBinaryData } from 'n8n-workflow';
import { asPlainText, ClubError } from '../shared/transport/errors';
import { askOutside } from '../shared/transport/egress';
import { bytesOf, silenceOf } from '../shared/transport/http';

/** Max size of a file in bytes, after decompression. */
const MAX_BYTES = 10_000_000;

/** Max number of redirects. */
const MAX_REDIRECTS = 3;

/** Time limit for a whole file, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A file as its host sent it. */
interface Downloaded {
	/** The address after all redirects. */
	url: URL;
	headers: IDataObject;
	bytes: Buffer;
}

/** The reason, if a file is incomplete or too slow. */
const UNFINISHED = 'an answer that was cut off or took too long';

const WITHOUT = 'Turn the download off to get the record without it.';

const failed = (label: string, host: string, reason: string): ClubError =>
	new ClubError(`The ${label} could not be fetched`, {
		description: `${host} gave ${reason}. Try again later, or turn the download off to get the record without it.`,
	});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 500);

/** The address of a file, or of its redirect. @throws ClubError if it is not a web address */
function checkedUrl(address: unknown, label: string, base?: URL): URL {
	const url = typeof address === 'string' && URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new ClubError(`The ${label} has no valid web address`, {
			description: `The ${base ? `address at ${base.host} leads to` : 'club gives'} ${textOf(address)}. ${WITHOUT}`,
		});
	}
	return url;
}

/** The bytes of a file. @throws ClubError if the file is too large, empty or incomplete */
async function fileOf(body: AsyncIterable<Uint8Array>, label: string, host: string): Promise<Buffer> {
	const bytes = await bytesOf(body, MAX_BYTES).catch(() => {
		throw failed(label, host, UNFINISHED);
	});
	if (!bytes) {
		throw new ClubError(`The ${label} is larger than ${MAX_BYTES / 1_000_000} MB`, {
			description: `${host} returned a file of that size. ${WITHOUT}`,
		});
	}
	if (bytes.length === 0) throw failed(label, host, 'an empty answer');
	return bytes;
}

/**
 * Fetches a file without any key, since anyone can own its host. The address of each redirect is checked before the call.
 * @param label the file in the user's words, such as "picture"
 * @param origin origin of the credential's Base URL; a sandbox can serve files from this machine
 * @throws ClubError if the address is not valid, is in a private network, or the file cannot be fetched
 */
async function download(functions: IExecuteFunctions, address: unknown, label: string, origin: string): Promise<Downloaded> {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	let url = checkedUrl(address, label);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const answer = await askOutside(functions, url, origin, timeout).catch((error: unknown) => {
			throw failed(label, url.host, timeout.aborted ? UNFINISHED : silenceOf(error).code);
		});
		if (!answer) throw new ClubError(`The ${label} was not fetched, because its address is in a private network`, { description: WITHOUT });
		const { statusCode, headers, body, close } = answer;
		try {
			if (statusCode < 300) return { url, headers, bytes: await fileOf(body, label, url.host) };
		} finally {
			close();
		}
		if (statusCode >= 400 || headers.location === undefined) throw failed(label, url.host, `HTTP ${statusCode}`);
		url = checkedUrl(headers.location, label, url);
	}
	throw failed(label, url.host, `more than ${MAX_REDIRECTS} redirects`);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The file name at the end of an address; undefined if there is none. Escaped slashes are removed, so that it names no directory. */
function nameIn({ pathname }: URL): string | undefined {
	const last = decoded(pathname.slice(pathname.lastIndexOf('/') + 1)).replace(/^.*[/\\]/s, '');
	const name = asPlainText(last.replace(/[\n\t]/g, ''));
	return /^\.*$/.test(name) ? undefined : name;
}

const IMAGE = /^image\/[\w.+-]+$/;

/** Types that hosts send for files of an unknown type. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/**
 * Fetches the image at an address in a record, without any key, since anyone can own the host.
 * @param label the image in the user's words, such as "picture"
 * @param origin origin of the credential's Base URL
 * @throws ClubError if the address is not valid, is in a private network, or no image can be fetched
 */
export async function fetchImage(functions: IExecuteFunctions, address: unknown, label: string, origin: string): Promise<IBinaryData> {
	const { url, headers, bytes } = await download(functions, address, label, origin);
	let [type] = String(headers['content-type'] ?? '').split(';');
	type = type.trim().toLowerCase();
	if (IMAGE.test(type) || UNKNOWN_TYPES.includes(type)) {
		// Without a type, n8n detects it from the name and the bytes.
		const file = await functions.helpers.prepareBinaryData(bytes, nameIn(url), IMAGE.test(type) ? type : undefined);
		if (IMAGE.test(file.mimeType)) return file;
		type = file.mimeType;
	}
	throw new ClubError(`The ${label} is not an image`, {
		description: `${url.host} returned a file of the type "${textOf(type)}". ${WITHOUT}`,
	});
}
