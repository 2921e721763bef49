import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';

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

/** A browser's session with n8n: the cookie, and the id of the browser that it is bound to. */
export class Session {
	/** Sent with every request; a cookie is good only together with the id of its login. */
	readonly browserId = 'n8n-nodes-club';

	/** `n8n-auth=...`, once signed in. */
	cookie = '';

	private readonly client: AxiosInstance;

	constructor(baseURL: string) {
		// n8n closes a connection that was kept for five seconds, also where a request is on its way meanwhile.
		const httpAgent = new Agent({ keepAlive: false });
		this.client = axios.create({ baseURL, httpAgent, headers: { 'browser-id': this.browserId }, proxy: false, validateStatus: null });
	}

	/** Sends a request and gives the `data` of the answer, or the whole answer where it has none. Throws RestError. */
	async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const {
			status,
			headers,
			data: answer,
		} = await this.client.request({ method, url: path, data: body, headers: { cookie: this.cookie || undefined } });
		if (status >= 400) throw new RestError(method, path, status, answer?.message ?? String(answer).slice(0, 500));
		const [cookie] = headers['set-cookie'] ?? [];
		if (cookie) this.cookie = cookie.split(';')[0];
		return (answer && typeof answer === 'object' && 'data' in answer ? answer.data : answer || undefined) as T;
	}
}
