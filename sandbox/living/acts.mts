/** How a member pays: month by month, for half a year, by a card of ten visits, or not yet. */
export type Way = 'month' | 'term' | 'card' | 'trial';

/** What happened in a living club: a sentence as data. Times are ms since the epoch. */
export type Act = { at: number } & (
	| { did: 'joins'; who: number; stage: string }
	| { did: 'leaves'; who: number }
	| { did: 'changes phone'; who: number }
	| { did: 'reaches stage'; who: number; stage: string }
	| { did: 'reaches level'; who: number; level: number }
	/** The club shows the badge from now on; it was earned then. */
	| { did: 'shows badge'; who: number; badge: number; earned: number }
	| { did: 'visits'; who: number }
	| { did: 'uploads training'; who: number; training: number; began: number }
	/** The list of memberships may show it only later. */
	| { did: 'buys'; who: number; membership: number; way: Way; from: number; to: number; visits: number; listedFrom: number }
	| { did: 'moves end'; who: number; membership: number; to: number }
	| { did: 'has visits left'; who: number; membership: number; left: number }
	| { did: 'stops'; who: number; membership: number }
	/** Without an end, the freeze lasts until the member is back. */
	| { did: 'freezes'; who: number; membership: number; from: number; to?: number }
	| { did: 'is back'; who: number; membership: number }
	| { did: 'removes membership'; who: number; membership: number }
	/** The list of memberships leaves it out from now on; it can be read. */
	| { did: 'archives'; who: number; membership: number }
	| { did: 'contact comes'; who: number; stage: string }
	| { did: 'contact reaches stage'; who: number; stage: string }
	| { did: 'contact changes phone'; who: number }
	| { did: 'contact goes'; who: number }
	| { did: 'publishes class'; lesson: number; begin: number; places: number }
	| { did: 'moves class'; lesson: number; begin: number }
	| { did: 'takes class out'; lesson: number }
	| { did: 'books'; who: number; lesson: number; queued: boolean }
	| { did: 'gets place'; who: number; lesson: number }
	| { did: 'cancels'; who: number; lesson: number }
);

/** What is told of an act, without its time. */
export type Deed = Act extends infer A ? (A extends Act ? Omit<A, 'at'> : never) : never;
