import type { IDataObject } from 'n8n-workflow';
import type { OutsideAnswer, OutsideRequest, StandIn } from './outside.mts';

const ACCOUNT = 'AC0123456789';

const KEY = 'Basic key-of-twilio';

/** Takes messages as Twilio's API does (twilio.com/docs/messaging/api/message-resource): a `From`, a `To` in E.164 and a `Body`. */
export class Twilio implements StandIn {
	readonly hosts = ['api.twilio.com'];
	/** With what n8n sends along. */
	readonly credential = { authType: 'authToken', accountSid: ACCOUNT, authToken: 'token', name: 'Authorization', value: KEY };
	readonly messages: IDataObject[] = [];
	/** Whether it refuses a message to this number. */
	refuses: (to: string) => boolean = () => false;

	answer({ method, path, body, headers }: OutsideRequest): OutsideAnswer | undefined {
		if (method !== 'POST' || path !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return undefined;
		if (headers.authorization !== KEY) return { status: 401, body: { code: 20003, message: 'Authenticate' } };
		const { From, To, Body } = body;
		if (!/^\+[1-9]\d{6,14}$/.test(String(To)) || this.refuses(String(To)))
			return { status: 400, body: { code: 21211, message: `Invalid 'To' Phone Number: ${String(To)}`, status: 400 } };
		this.messages.push({ From, To, Body });
		return { status: 201, body: { sid: `SM${this.messages.length}`, status: 'queued', to: To, from: From } };
	}
}
