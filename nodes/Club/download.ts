import type { IDataObject, IExecuteFunctions, IBinaryData } from 'n8n-workflow';
import { asPlainText, ClubError } from '../shared/transport/errors';
import { askOutside } from '../shared/transport/egress';
import { bytesOf, silenceOf } from '../shared/transport/http';

/** Most bytes of a file, unpacked. */
const MAX_BYTES = 10_000_000;

/** Most addresses that lead on to another one. */
const MAX_REDIRECTS = 3;

/** How long a whole file may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A file as its host gave it. */
interface Downloaded {
	/** Where it was in the end. */
	url: URL;
	headers: IDataObject;
	bytes: Buffer;
}

/** What a host gives whose file does not come whole in its time. */
const UNFINISHED = 'an answer that was cut off or took too long';

const WITHOUT = 'Turn the download off to get the record without it.';

const failed = (what: string, host: string, reason: string): ClubError =>
	new ClubError(`The ${what} could not be fetched`, {
		description: `${host} gave ${reason}. Try again later, or turn the download off to get the record without it.`,
	});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 500);

/** The address of a file, or of where it has moved. @throws ClubError when it is none */
function checked(address: unknown, what: string, base?: URL): URL {
	const url = typeof address === 'string' && URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new ClubError(`The ${what} has no valid web address`, {
			description: `The ${base ? `address at ${base.host} leads to` : 'club gives'} ${textOf(address)}. ${WITHOUT}`,
		});
	}
	return url;
}

/** The bytes of a file. @throws ClubError when they are too many, none, or cut off */
async function fileOf(body: AsyncIterable<Uint8Array>, what: string, host: string): Promise<Buffer> {
	const bytes = await bytesOf(body, MAX_BYTES).catch(() => {
		throw failed(what, host, UNFINISHED);
	});
	if (!bytes) {
		throw new ClubError(`The ${what} is larger than ${MAX_BYTES / 1_000_000} MB`, {
			description: `${host} returned a file of that size. ${WITHOUT}`,
		});
	}
	if (bytes.length === 0) throw failed(what, host, 'an empty answer');
	return bytes;
}

/**
 * Fetches a file without any key, since its host may be anyone's. Each host on the way is checked before it is asked.
 * @param what the file in the user's words, such as "picture"
 * @param origin origin of the credential's base URL: beside a sandbox, this machine may be asked
 * @throws ClubError when the address is none, leads into a private network, or the file cannot be had
 */
async function download(functions: IExecuteFunctions, address: unknown, what: string, origin: string): Promise<Downloaded> {
	const limit = AbortSignal.timeout(TIMEOUT_MS);
	let url = checked(address, what);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const answer = await askOutside(functions, url, origin, limit).catch((error: unknown) => {
			throw failed(what, url.host, limit.aborted ? UNFINISHED : silenceOf(error).code);
		});
		if (!answer) throw new ClubError(`The ${what} was not fetched, because its address is in a private network`, { description: WITHOUT });
		const { statusCode, headers, body, close } = answer;
		try {
			if (statusCode < 300) return { url, headers, bytes: await fileOf(body, what, url.host) };
		} finally {
			close();
		}
		if (statusCode >= 400 || headers.location === undefined) throw failed(what, url.host, `HTTP ${statusCode}`);
		url = checked(headers.location, what, url);
	}
	throw failed(what, url.host, `more than ${MAX_REDIRECTS} redirects`);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The last part of an address's path, as a file name; undefined where there is none. What it hides in escapes is no directory. */
function nameIn({ pathname }: URL): string | undefined {
	const last = decoded(pathname.slice(pathname.lastIndexOf('/') + 1)).replace(/^.*[/\\]/s, '');
	const name = asPlainText(last.replace(/[\n\t]/g, ''));
	return /^\.*$/.test(name) ? undefined : name;
}

const IMAGE = /^image\/[\w.+-]+$/;

/** What hosts say of a file whose type they do not know. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/**
 * Fetches an image from an address that a record gives, without any key, since the host may be anyone's.
 * @param what the image in the user's words, such as "picture"
 * @param origin origin of the credential's base URL
 * @throws ClubError when the address is none, lies in a private network, or no image can be had
 */
export async function fetchImage(functions: IExecuteFunctions, address: unknown, what: string, origin: string): Promise<IBinaryData> {
	const { url, headers, bytes } = await download(functions, address, what, origin);
	let [type] = String(headers['content-type'] ?? '').split(';');
	type = type.trim().toLowerCase();
	if (IMAGE.test(type) || UNKNOWN_TYPES.includes(type)) {
		// Where it has no type, n8n goes by its name, and by its bytes.
		const file = await functions.helpers.prepareBinaryData(bytes, nameIn(url), IMAGE.test(type) ? type : undefined);
		if (IMAGE.test(file.mimeType)) return file;
		type = file.mimeType;
	}
	throw new ClubError(`The ${what} is not an image`, {
		description: `${url.host} returned a file of the type "${textOf(type)}". ${WITHOUT}`,
	});
}
