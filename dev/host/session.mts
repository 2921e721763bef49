import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';

/** A request that n8n refused. */
export class RestError extends Error {
	readonly status: number;

	/** The message that the editor shows. */
	readonly reason: string;

	constructor(method: string, path: string, status: number, reason: string) {
		super(`${method} ${path} answered ${status}: ${reason}`);
		this.status = status;
		this.reason = reason;
	}
}

/** A browser session in n8n: a cookie and the browser ID that it belongs to. */
export class Session {
	/** Sent with every request. n8n accepts a cookie only with the ID from its login. */
	readonly browserId = 'n8n-nodes-club';

	/** `n8n-auth=...` after the login. */
	cookie = '';

	private readonly client: AxiosInstance;

	constructor(baseURL: string) {
		// n8n closes an idle connection after five seconds, even if a new request is on its way. That request would fail.
		const httpAgent = new Agent({ keepAlive: false });
		this.client = axios.create({ baseURL, httpAgent, headers: { 'browser-id': this.browserId }, proxy: false, validateStatus: null });
	}

	/** Sends a request and returns the `data` of the answer, or the whole answer without `data`. @throws RestError */
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
