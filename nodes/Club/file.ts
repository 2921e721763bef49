import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { ClubError } from '../shared/transport/errors';
import { download } from '../shared/transport/http';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** The last part of an address's path, as a file name; undefined where there is none. */
function nameIn(url: URL): string | undefined {
	const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
	try {
		return decodeURIComponent(last) || undefined;
	} catch {
		return last;
	}
}

/**
 * Fetches a file from an address that a record gives, without any key, since the host may be anyone's.
 * @param what the file in the user's words, such as "picture"
 * @throws ClubError when the address is none, or the file cannot be had
 */
export async function fetchFile(functions: IExecuteFunctions, address: unknown, what: string): Promise<IBinaryData> {
	const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !/^https?:/.test(url.protocol)) {
		throw new ClubError(`The ${what} has no web address that could be fetched`, {
			description: `The club gives ${textOf(address)}. Turn the download off to get the record without it.`,
		});
	}
	const answer = await download.call(functions, url.href);
	if ('code' in answer || answer.status >= 300 || answer.body.length === 0) {
		const reason = 'code' in answer ? answer.code : answer.status >= 300 ? `HTTP ${answer.status}` : 'an empty answer';
		throw new ClubError(`The ${what} could not be fetched`, {
			description: `${url.host} gave ${reason}. Try again later, or turn the download off to get the record without it.`,
		});
	}
	const [mimeType] = String(answer.headers['content-type'] ?? '').split(';');
	return await functions.helpers.prepareBinaryData(answer.body, nameIn(url), mimeType.trim() || undefined);
}
