import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Club } from './club.mts';
import type { Dialect } from './dialect.mts';
import { RateLimit, type RateOptions } from './rate.mts';
import { refuse, Refusal } from './refusal.mts';

export interface Keys {
	subscriptionKey: string;
	secondarySubscriptionKey: string;
	clubApiKey: string;
	readOnlyClubApiKey: string;
	/** The key of a club without an active licence. */
	inactiveClubApiKey: string;
	otherClubApiKey: string;
}

export const makeKeys = (): Keys => ({
	subscriptionKey: 'sandbox-subscription-key-1',
	secondarySubscriptionKey: 'sandbox-subscription-key-2',
	clubApiKey: 'sandbox-club-key-readwrite',
	readOnlyClubApiKey: 'sandbox-club-key-read',
	inactiveClubApiKey: 'sandbox-club-key-inactive',
	otherClubApiKey: 'sandbox-club-key-other',
});

/** What a test can change about keys and limits. */
export interface AccessControls {
	setRate(rate: RateOptions | false): void;
	/** Uses up calls now, as another client with the same key would. */
	spend(calls: number): void;
	revokeKey(key: keyof Keys): void;
	restoreKey(key: keyof Keys): void;
}

export interface Access {
	/** The club that the keys of a request select. @throws Refusal 401 or 403 */
	identify(request: FastifyRequest): Club;
	/** Counts a request against the limit of its key. @throws Refusal 429 */
	count(request: FastifyRequest, reply: FastifyReply): void;
	controls: AccessControls;
}

const bearerOf = (request: FastifyRequest): string => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

export interface ChainClub {
	clubApiKey: string;
	club: Club;
}

export interface AccessOptions {
	keys: Keys;
	clubs: { main: Club; other: Club; chain: readonly ChainClub[] };
	rate: RateOptions | false | undefined;
	now: () => Date;
	dialect: Dialect;
}

/** The `Retry-After` header of a dialect, if it has one (§8). `Date` shows the clock that a date refers to. */
export const retryAfterHeaders = ({ retryAfter }: Dialect, seconds: number, now: Date): Record<string, string> =>
	({
		absent: {},
		seconds: { 'Retry-After': String(seconds) },
		date: { 'Retry-After': new Date(now.getTime() + seconds * 1000).toUTCString(), Date: now.toUTCString() },
	})[retryAfter];

/** Time until the quota of 30 days resets, as days.hours:minutes:seconds and in seconds. */
const QUOTA_RESET = { span: '07.12:34:56', seconds: 650_096 };

/** The refusal of a call beyond the quota of 30 days, in dialects where it is not a 429. */
function quotaRefusal({ usedUp }: Dialect, reply: FastifyReply): Refusal {
	if (usedUp === 'forbidden') {
		const message = `Out of call volume quota. Quota will be replenished in ${QUOTA_RESET.span}.`;
		return new Refusal(403, { statusCode: 403, message }, true);
	}
	reply.header('Retry-After', QUOTA_RESET.seconds);
	return new Refusal(403, undefined);
}

export function accessControl({ keys, clubs, rate, now, dialect }: AccessOptions): Access {
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
		identify(request) {
			const bearer = bearerOf(request);
			if (bearer === keys.inactiveClubApiKey) throw refuse(403, 'The Club API licence is not active.');
			const isWebhook = dialect.webhookReads === 'readWrite' && request.url.startsWith('/Webhooks/');
			if ((request.method !== 'GET' || isWebhook) && bearer === keys.readOnlyClubApiKey) {
				throw dialect.missingPermission === 'empty' ? new Refusal(403, undefined) : refuse(403, 'The key may only read.');
			}
			return chain.get(bearer) ?? (bearer === keys.otherClubApiKey ? clubs.other : clubs.main);
		},
		count(request, reply) {
			if (!valid(request)) throw refuse(401, 'Access denied due to a missing or invalid key.');
			const usage = limitOf(bearerOf(request)).take(now().getTime());
			if (dialect.rateHeaders === 'given') reply.header('X-Ratelimit-Limit', usage.limit).header('X-Ratelimit-Remaining', usage.remaining);
			if (usage.accepted) return;
			if (usage.isMonthUsedUp && dialect.usedUp !== 'tooMany') throw quotaRefusal(dialect, reply);
			reply.headers(retryAfterHeaders(dialect, usage.seconds, now()));
			throw refuse(429, 'Rate limit is exceeded.');
		},
		controls: {
			setRate(next) {
				options = next;
				limits = new Map();
			},
			spend(calls) {
				for (let i = 0; i < calls; i++) limitOf(keys.clubApiKey).take(now().getTime());
			},
			revokeKey: (key) => void revoked.add(key),
			restoreKey: (key) => void revoked.delete(key),
		},
	};
}
