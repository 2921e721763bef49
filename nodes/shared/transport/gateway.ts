import { isObject } from '../api/json';

const hasAll = (body: unknown, ...names: string[]): boolean => isObject(body) && names.every((name) => name in body);

interface Sent {
	status: number;
	body: unknown;
	isText?: boolean;
	neverSent?: boolean;
}

/**
 * Whether something between n8n and the club sent an answer: a gateway, a firewall or a proxy. Such an answer says nothing about the
 * club's records. This needs evidence: the status of a proxy, a text that is not JSON (§4), or the form of a gateway's errors.
 */
export const isFromGateway = ({ status, body, isText = false, neverSent = false }: Sent): boolean =>
	status === 407 ||
	neverSent ||
	isText ||
	(hasAll(body, 'statusCode', 'message') && !hasAll(body, 'Message') && !hasAll(body, 'ErrorType'));
