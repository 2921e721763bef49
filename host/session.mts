/** The words in which n8n refuses a request. */
export class RestError extends Error {
	readonly status: number;

	/** What the editor shows of it. */
	readonly reason: string;

	constructor(method: string, path: string, status: number, reason: string) {
		super(`${method} ${path} answered ${status}: ${reason}`);
		this.status = status;
		this.reason = reason;
	}
}

function messageIn(text: string): string {
	try {
		const { message } = JSON.parse(text) as { message?: string };
		return message ?? text;
	} catch {
		return text.slice(0, 500);
	}
}

/** A browser's session with n8n: the cookie, and the id of the browser that it is bound to. */
export class Session {
	/** Sent with every request; a cookie is good only together with the id of its login. */
	readonly browserId = 'n8n-nodes-club';

	/** `n8n-auth=...`, once signed in. */
	cookie = '';

	private readonly url: string;

	constructor(url: string) {
		this.url = url;
	}

	/** Sends a request and gives the `data` of the answer, or the whole answer where it has none. Throws RestError. */
	async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.url + path, {
			method,
			headers: {
				'browser-id': this.browserId,
				...(this.cookie && { cookie: this.cookie }),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new RestError(method, path, response.status, messageIn(text));
		const [cookie] = response.headers.getSetCookie();
		if (cookie) this.cookie = cookie.split(';')[0];
		const answer = text === '' ? undefined : JSON.parse(text);
		return (answer && typeof answer === 'object' && 'data' in answer ? answer.data : answer) as T;
	}
}
