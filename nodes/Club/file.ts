import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { download } from '../shared/transport/download';

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
 * @param origin origin of the credential's base URL
 * @throws ClubError when the address is none, lies in a private network, or the file cannot be had
 */
export async function fetchFile(functions: IExecuteFunctions, address: unknown, what: string, origin: string): Promise<IBinaryData> {
	const { url, headers, bytes } = await download(functions, address, what, origin);
	const [mimeType] = String(headers['content-type'] ?? '').split(';');
	return await functions.helpers.prepareBinaryData(bytes, nameIn(url), mimeType.trim() || undefined);
}
