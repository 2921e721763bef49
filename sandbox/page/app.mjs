import { render } from './preact.mjs';
import { html, Page } from './view.mjs';

/** What the page shows: the glance of the sandbox, whether it still comes, the people found, and what the user has chosen and done. */
const state = {
	glance: undefined,
	open: false,
	chosen: { userId: undefined, stage: 'Client', badge: 'Bronze', search: '' },
	outcome: undefined,
};

const draw = () => render(html`<${Page} ...${state} act=${act} choose=${choose} find=${find} />`, document.body);

function change(changes) {
	Object.assign(state, changes);
	draw();
}

const choose = (changes) => change({ chosen: { ...state.chosen, ...changes } });

/** Brings the people that are searched for as they are now. */
async function look() {
	const { search } = state.chosen;
	const response = await fetch(`/_sandbox/page/people?search=${encodeURIComponent(search)}`);
	const found = await response.json();
	// What was typed since has an answer of its own.
	if (search === state.chosen.search) change({ found: search ? found : undefined });
}

/** Looks for people by name or email; the first of them is chosen. */
async function find(search) {
	choose({ search, userId: undefined });
	await look();
}

/** Lets something happen in the club; the glance follows by itself. */
async function act(name, subscriptionId) {
	const { userId = (state.found ?? state.glance.people)[0]?.id, stage, badge } = state.chosen;
	try {
		const response = await fetch(`/_sandbox/page/happenings/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ userId, stage, badge, subscriptionId }),
		});
		change({ outcome: await response.json() });
		await look();
	} catch {
		change({ outcome: { said: 'The sandbox did not answer. Is it still running?' } });
	}
}

const source = new EventSource('/_sandbox/page/glance');
source.addEventListener('message', ({ data }) => change({ glance: JSON.parse(data), open: true }));
source.addEventListener('error', () => change({ open: false }));

draw();
