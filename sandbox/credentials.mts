import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteSpec } from './api.mts';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import { RateLimit, type RateGauge, type RateOptions } from './rate.mts';
import { refuse, Refusal } from './refusal.mts';

/** The keys of the sandbox (§5). */
export interface Keys {
	subscriptionKey: string;
	secondarySubscriptionKey: string;
	/** Permission ReadWrite. */
	clubApiKey: string;
	readOnlyClubApiKey: string;
	/** Its club has no active licence. */
	inactiveClubApiKey: string;
	expiredClubApiKey: string;
	/** Selects the second club. */
	otherClubApiKey: string;
}

export const makeKeys = (): Keys => ({
	subscriptionKey: 'sandbox-subscription-key-1',
	secondarySubscriptionKey: 'sandbox-subscription-key-2',
	clubApiKey: 'sandbox-club-key-readwrite',
	readOnlyClubApiKey: 'sandbox-club-key-read',
	inactiveClubApiKey: 'sandbox-club-key-inactive',
	expiredClubApiKey: 'sandbox-club-key-expired',
	otherClubApiKey: 'sandbox-club-key-other',
});

export interface Access {
	/** The club that a request's credentials select. @throws Refusal 401 or 403 */
	identify(request: FastifyRequest, spec: RouteSpec): Club;
	/** Counts a request against the limit of its key. @throws Refusal 429 */
	count(request: FastifyRequest, reply: FastifyReply): void;
	setRate(rate: RateOptions | false | undefined): void;
	spend(calls: number): void;
	/** What is left to the key that may read and write. */
	gauge(): RateGauge;
	revoke(key: keyof Keys): void;
	restore(key: keyof Keys): void;
}

const bearerOf = (request: FastifyRequest): string => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

/** A further club of a chain, with the key that selects it. */
export interface ChainClub {
	clubApiKey: string;
	club: Club;
}

/** What access is made of. */
export interface Gate {
	keys: Keys;
	clubs: { own: Club; other: Club; chain: readonly ChainClub[] };
	rate: RateOptions | false | undefined;
	now: () => Date;
	dialect: Dialect;
}

/** `Retry-After` in the words of a dialect; nothing where it has none (§8). A date is one of the clock that `Date` tells. */
export const retryAfterIn = ({ retryAfter, retryAfterUnit }: Dialect, seconds: number, now: Date): Record<string, string> =>
	({
		absent: {},
		seconds: { 'Retry-After': String(retryAfterUnit === 'seconds' ? seconds : seconds * 1000) },
		date: { 'Retry-After': new Date(now.getTime() + seconds * 1000).toUTCString(), Date: now.toUTCString() },
	})[retryAfter];

/** When the calls of 30 days are there again: in days, hours, minutes and seconds, and in seconds. */
const REPLENISHED = { span: '07.12:34:56', seconds: 650_096 };

/** The refusal of a call beyond those of 30 days, where that is no 429. */
function usedUpIn({ usedUp }: Dialect, reply: FastifyReply): Refusal {
	if (usedUp === 'forbidden') {
		const message = `Out of call volume quota. Quota will be replenished in ${REPLENISHED.span}.`;
		return new Refusal(403, { statusCode: 403, message }, true);
	}
	reply.header('Retry-After', REPLENISHED.seconds);
	return new Refusal(403, undefined);
}

/** Who may do what, and how often. */
export function identifier({ keys, clubs, rate, now, dialect }: Gate): Access {
	const chain = new Map(clubs.chain.map(({ clubApiKey, club }) => [clubApiKey, club]));
	const revoked = new Set<keyof Keys>();
	let limits = new Map<string, RateLimit>();
	let options = rate;
	const valid = (request: FastifyRequest): boolean => {
		const subscription = (['subscriptionKey', 'secondarySubscriptionKey'] as const).find(
			(name) => keys[name] === request.headers['x-sub-key'],
		);
		const club = (['clubApiKey', 'readOnlyClubApiKey', 'inactiveClubApiKey', 'otherClubApiKey'] as const).find(
			(name) => keys[name] === bearerOf(request),
		);
		const isKnown = chain.has(bearerOf(request)) || (club !== undefined && !revoked.has(club));
		return subscription !== undefined && isKnown && !revoked.has(subscription);
	};
	const limitOf = (bearer: string): RateLimit => {
		const known = limits.get(bearer) ?? new RateLimit(options ?? {});
		limits.set(bearer, known);
		return known;
	};
	return {
		identify(request, { permission = 'Read' }) {
			const bearer = bearerOf(request);
			if (bearer === keys.inactiveClubApiKey) throw refuse(403, 'The Club API licence is not active.');
			const isWebhook = dialect.webhookReads === 'readWrite' && request.url.startsWith('/Webhooks/');
			if ((permission === 'ReadWrite' || isWebhook) && bearer === keys.readOnlyClubApiKey) {
				throw dialect.missingPermission === 'empty' ? new Refusal(403, undefined) : refuse(403, 'The key may only read.');
			}
			return chain.get(bearer) ?? (bearer === keys.otherClubApiKey ? clubs.other : clubs.own);
		},
		count(request, reply) {
			if (!valid(request)) throw refuse(401, 'Access denied due to a missing or invalid key.');
			const answer = limitOf(bearerOf(request)).take(now().getTime());
			if (dialect.rateHeaders === 'given')
				reply.header('X-Ratelimit-Limit', answer.limit).header('X-Ratelimit-Remaining', answer.remaining);
			if (answer.accepted) return;
			if (answer.monthIsOver && dialect.usedUp !== 'tooMany') throw usedUpIn(dialect, reply);
			reply.headers(retryAfterIn(answer.announced ? { ...dialect, retryAfter: 'seconds' } : dialect, answer.seconds, now()));
			throw refuse(429, 'Rate limit is exceeded.');
		},
		setRate(next) {
			options = next;
			limits = new Map();
		},
		spend(calls) {
			for (let i = 0; i < calls; i++) limitOf(keys.clubApiKey).take(now().getTime());
		},
		gauge: () => limitOf(keys.clubApiKey).gauge(now().getTime()),
		revoke: (key) => void revoked.add(key),
		restore: (key) => void revoked.delete(key),
	};
}
