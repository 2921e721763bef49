import { hitIn, nodesIn, searchNodes, type Found } from '../../dev/host/search.mts';
import { currentTarball } from '../../dev/host/tarball.mts';

/** What people and AI builders look for. */
const QUERIES = [
	...['gym', 'gym crm', 'fitness club', 'membership', 'member', 'class booking', 'waiting list', 'check-in', 'freeze membership'],
	...['absence', 'inactive members', 'visit', 'prospect', 'new lead', 'lead', 'badge', 'challenge', 'training'],
	...['reminder', 'inactive', 'not visited', 'gym trigger', 'new member trigger', 'booking trigger'],
];

/** Of a pack that is not installed, n8n knows only the names of its nodes. */
const QUERIES_OF_NAMES = ['gym', 'fitness', 'fitness club', 'club', 'gym trigger'];

const NODES = ['club', 'clubTrigger', 'clubPollTrigger'].map((name) => `n8n-nodes-club.${name}`);

/**
 * The queries that n8n's code answers with other nodes: those with *Trigger* in a short name, such as *Box Trigger*, and *Uplead* and *Google
 * Ads* for their names score more than an alias. The list of nodes in the editor finds the pack for all of them.
 */
const NOT_FOUND = ['gym trigger', 'new member trigger', 'booking trigger', 'lead', 'new lead'];

describe("n8n's own search", () => {
	let found: Found;

	beforeAll(async () => {
		found = await searchNodes(await currentTarball(), [...new Set([...QUERIES, ...QUERIES_OF_NAMES])]);
	});

	test.each(QUERIES.filter((query) => !NOT_FOUND.includes(query)))('has our nodes among its five for "%s"', (query) => {
		const five = nodesIn(found.installed[query]);
		expect(five.length).toBeLessThanOrEqual(5);
		expect(five).toEqual(expect.arrayContaining([expect.stringMatching(`^(${NODES.join('|')})$`)]));
	});

	test('finds something else for those, and for nothing else', () => {
		const missed = QUERIES.filter((query) => !nodesIn(found.installed[query]).some((name) => NODES.includes(name)));
		expect(missed).toEqual(QUERIES.filter((query) => NOT_FOUND.includes(query)));
		expect(missed.map((query) => nodesIn(found.installed[query])).filter(({ length }) => length < 5)).toEqual([]);
	});

	test('says what the Club node does in at most 6,200 characters', () => {
		const { length } = hitIn(found.installed.gym, NODES[0]);
		expect(length).toBeGreaterThan(1_000);
		expect(length).toBeLessThanOrEqual(6_200);
	});

	test.each(QUERIES_OF_NAMES)('offers the pack that is not installed for "%s"', (query) => {
		expect(found.notInstalled[query]).toEqual(query.endsWith('trigger') ? NODES.slice(1) : NODES);
	});
});
