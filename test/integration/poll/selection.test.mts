import { testClub } from '../../support/club.mts';
import { pollsOf, type PollHost } from './support/pollHost.mts';
import { MINUTE, useTime } from './support/time.mts';

const club = testClub({ athletes: 60 });

const time = useTime();
const { started, next } = pollsOf(club, time);

/** Publishes the workflow with other events, after some time. */
async function choose(host: PollHost, events: string[]) {
	host.parameters = { ...host.parameters, events };
	time.ahead += 10 * MINUTE;
	expect((await host.start()).error).toBeUndefined();
}

async function polls(host: PollHost, count = 3) {
	for (let poll = 0; poll < count; poll++) {
		expect((await next(host, 10 * MINUTE)).error).toBeUndefined();
	}
}

const sold = (host: PollHost) => host.items.filter(({ eventType }) => eventType === 'UserSubscription.Created').map(({ id }) => id);

/** Somebody at the desk assigns a product. */
function sell(): string {
	const { userSubscriptions, nextId } = club.sandbox.club;
	const [template] = userSubscriptions.values();
	const UserClassSubscriptionId = nextId();
	userSubscriptions.set(UserClassSubscriptionId, { ...template, UserClassSubscriptionId });
	return `UserSubscription.Created-${UserClassSubscriptionId}`;
}

describe('new memberships', () => {
	it.each(['Membership.EndsSoon', 'UserSubscription.Updated', 'UserSubscription.Deleted'])(
		'are each emitted once when %s is chosen beside them, and when it is taken away again',
		async (other) => {
			const host = await started(['UserSubscription.Created']);
			const happened = [sell()];
			await choose(host, ['UserSubscription.Created', other]);
			happened.push(sell());
			await polls(host);
			happened.push(sell());
			await choose(host, ['UserSubscription.Created']);
			happened.push(sell());
			await polls(host);
			expect(sold(host)).toEqual(happened);
		},
	);

	it('are each emitted once when the choice changes while the other list is being learned', async () => {
		// More than a page of them.
		for (let n = 0; n < 5000; n++) sell();
		const host = await started(['UserSubscription.Created'], { maxCalls: 1 });
		await polls(host);
		const happened = [sell()];
		await choose(host, ['UserSubscription.Created', 'UserSubscription.Updated']);
		happened.push(sell());
		await choose(host, ['UserSubscription.Created']);
		happened.push(sell());
		await choose(host, ['UserSubscription.Created', 'UserSubscription.Updated']);
		await polls(host, 2);
		happened.push(sell());
		await polls(host);
		expect(sold(host)).toEqual(happened);
	});

	it('that were there before are not emitted, whichever of the two lists is read first', async () => {
		const host = await started(['UserSubscription.Updated']);
		await choose(host, ['UserSubscription.Created']);
		const one = sell();
		await polls(host);
		await choose(host, ['UserSubscription.Created', 'Membership.Ended']);
		await polls(host);
		expect(sold(host)).toEqual([one]);
	});
});
