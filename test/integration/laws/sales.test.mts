// For any sales of a run, lost answers and a failed execution before it: every sale is in the club once, and each item gets its own. With
// Skip Existing nobody has two at a time.
import { skip, skippedClub } from '../support/skippedClub.mts';
import fc from 'fast-check';
import { locator, parametersOf } from '../../support/node.mts';
import { drawn } from '../../support/sample.mts';

const club = skippedClub({ athletes: 20 });

/** Next year, whose dates lie ahead. */
const YEAR = new Date().getUTCFullYear() + 1;
const FROM = [`${YEAR}-01-01T00:00:00`, `${YEAR}-02-01T00:00:00`, `${YEAR}-08-01T00:00:00`];
const TO = `${YEAR}-12-01T00:00:00`;

const sale = fc.record({ athlete: fc.nat(1), dates: fc.nat(1), amount: fc.nat(2) });
const draws = fc.record({
	sales: fc.array(sale, { minLength: 2, maxLength: 5 }),
	/** How many of the first ones an execution made that failed then, if this one repeats it. */
	made: fc.option(fc.nat(4), { nil: undefined }),
	skipExisting: fc.boolean(),
	/** The creation whose answer is lost. */
	lost: fc.nat(5),
	/** The creation that the club refuses; 0 for none. */
	refused: fc.nat(3),
	ofPlan: fc.boolean(),
});
type Draw = typeof draws extends fc.Arbitrary<infer T> ? T : never;

const two = [0, 1].map((amount) => ({ athlete: 0, dates: 0, amount }));
const DRAW: Draw = { sales: two, made: undefined, skipExisting: false, lost: 0, refused: 0, ofPlan: false };
const examples = [
	...[undefined, 0, 1, 2].map((made) => ({ ...DRAW, made })),
	{ ...DRAW, skipExisting: true },
	{ ...DRAW, made: 1, skipExisting: true },
	{ ...DRAW, sales: [2, 0].map((dates) => ({ ...two[0], dates })), skipExisting: true, ofPlan: true },
	...[1, 2].map((lost) => ({ ...DRAW, lost })),
	{ ...DRAW, sales: [...two, ...two] },
	{ ...DRAW, sales: [...two, ...two], refused: 1 },
].map((draw): [Draw] => [draw]);

interface Sale {
	userId: string;
	amount: string;
	from?: string;
	skipExisting?: boolean;
	ofPlan?: boolean;
}

/** A sale with values that may be expressions. */
function saleOf({ userId, amount, from = FROM[0], skipExisting = false, ofPlan = false }: Sale) {
	const what = ofPlan
		? { operation: 'createFromPlan', classSubscriptionPlanId: locator('id', 111) }
		: {
				operation: 'create',
				classSubscriptionId: locator('id', 11),
				to: TO,
				maxActivities: 10,
				additionalFields: { transaction: `={{ { "Amount": ${amount} } }}` },
			};
	return { resource: 'membership', ...what, userId: locator('id', userId), from, options: { skipExisting } };
}

async function expectLaw({ sales, made, skipExisting, lost, ofPlan }: Draw): Promise<void> {
	skip(3_600_000);
	club.sandbox.clearFaults();
	const people = [0, 1].map(() => club.sandbox.act.addAthlete().UserId);
	const items = sales.map(({ athlete, dates, amount }) => ({
		userId: people[athlete],
		from: FROM[dates],
		amount: ofPlan ? 0 : amount,
	}));
	const bodies = items.map((item) => JSON.stringify(item));
	const parameters = saleOf({ userId: '={{ $json.userId }}', amount: '$json.amount', from: '={{ $json.from }}', skipExisting, ofPlan });
	const begun = items.slice(0, made ?? 0);
	if (begun.length > 0) await club.run(parameters, { items: begun });
	if (lost > 0) club.sandbox.inject({ kind: 'appliedThenDropped', match: { method: 'POST', nth: lost } });
	const options = { skipExisting, dryRun: '={{ $json.dry === true }}' };
	const all = [...items.map((item) => ({ ...item, dry: true })), ...items];
	const run = await club.run({ ...parameters, options }, { items: all, ...(made !== undefined && { mode: 'retry' }) });
	expect(run.error).toBeUndefined();
	const [previews, rows] = [run.rows.slice(0, items.length), run.rows.slice(items.length)];
	// A preview knows what it would have sent before, but not what the club would say of it.
	const madeBodies = bodies.slice(0, made ?? 0);
	const newBodies = new Set(bodies.filter((body) => !madeBodies.includes(body)));
	if (!skipExisting) expect(previews.flatMap(({ wouldSend }) => wouldSend)).toHaveLength(newBodies.size);
	rows.forEach(({ Reconciled }, index) => madeBodies.includes(bodies[index]) && expect(Reconciled).toBe(true));
	const ids = rows.map(({ UserClassSubscriptionId }) => UserClassSubscriptionId);
	// Plans of two months do not overlap.
	const keys = skipExisting && !ofPlan ? items.map(({ userId }) => String(userId)) : bodies;
	// Equal sales are one, and others are not.
	expect(ids.map((id) => ids.indexOf(id))).toEqual(keys.map((key) => keys.indexOf(key)));
	const inClub = [...club.sandbox.club.userSubscriptions.values()].filter(({ UserId }) => people.includes(UserId));
	expect(inClub).toHaveLength(new Set(keys).size);
}

test.each([{ Disabled: true }, { AvailableActivities: 0 }])('a retried execution gives out what it has sold, %j since', async (since) => {
	const { UserId } = club.sandbox.act.addAthlete();
	const other = () => club.sandbox.act.addSubscription(UserId, { ClassSubscriptionId: 12, From: FROM[0], To: TO });
	other();
	const [sold] = (await club.run(saleOf({ userId: String(UserId), amount: '0' }))).rows;
	other();
	Object.assign(club.sandbox.club.userSubscriptions.get(Number(sold.UserClassSubscriptionId))!, since);
	const { rows } = await club.run(saleOf({ userId: String(UserId), amount: '0' }), { mode: 'retry' });
	expect(rows).toMatchObject([{ UserClassSubscriptionId: sold.UserClassSubscriptionId, Reconciled: true }]);
});

test('a run that stops says that another one repeats its sales, whatever came after them', async () => {
	const [someone, other, gone] = [0, 1, 2].map(() => club.sandbox.act.addAthlete().UserId);
	club.sandbox.act.addSubscription(other, { ClassSubscriptionId: 11, From: FROM[0], To: TO });
	const sale = {
		classSubscriptionId: locator('id', 11),
		userId: locator('id', '={{ $json.userId }}'),
		from: FROM[0],
		to: TO,
		maxActivities: 10,
	};
	const options = { skipExisting: `={{ $json.userId !== ${gone} }}` };
	const items = [someone, other, gone].map((userId, index) => ({ userId: index === 2 ? 999_999_999 : userId }));
	const { error } = await club.run(parametersOf('membership.create', { ...sale, options }), { items });
	expect(error?.description).toContain('The first 2 items were completed.');
	expect(error?.description).toContain('Another run repeats the completed items');
});

/** What the club refuses is no sale: an equal item makes it. */
async function expectRefusal({ sales, refused }: Draw): Promise<void> {
	skip(3_600_000);
	club.sandbox.clearFaults();
	const { UserId } = club.sandbox.act.addAthlete();
	const amounts = sales.map(({ amount }) => amount);
	club.sandbox.inject({ kind: 'status', status: 400, match: { method: 'POST', nth: refused } });
	const { output } = await club.run(saleOf({ amount: '$json.amount', userId: String(UserId) }), {
		items: amounts.map((amount) => ({ amount })),
		onError: 'continueRegularOutput',
	});
	const sold = new Set<number>();
	let creations = 0;
	const isRefused = (amount: number) => !sold.has(amount) && (++creations === refused || !sold.add(amount));
	expect(output[0].map(({ json }) => 'error' in json)).toEqual(amounts.map(isRefused));
	const inClub = [...club.sandbox.club.userSubscriptions.values()].filter((membership) => membership.UserId === UserId);
	expect(inClub).toHaveLength(sold.size);
}

test('every sale is made once', async () => {
	await fc.assert(
		fc.asyncProperty(draws, async (draw) => await (draw.refused > 0 ? expectRefusal(draw) : expectLaw(draw))),
		{ examples, numRuns: examples.length + drawn(12, 300) },
	);
});
