import { html } from './parts.mjs';
import { render } from './preact.mjs';
import { Page } from './view.mjs';

/** What the page shows: the state of the sandbox, whether it still updates, the people found, and what the user chose and did. */
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

/** Loads the people that the user searches for. */
async function look() {
	const { search } = state.chosen;
	const response = await fetch(`/_sandbox/page/people?search=${encodeURIComponent(search)}`);
	const found = await response.json();
	// A later search has its own answer.
	if (search === state.chosen.search) change({ found: search ? found : undefined });
}

/** Searches for people by name or email, and chooses the first. */
async function find(search) {
	choose({ search, userId: undefined });
	await look();
}

/** Makes something happen in the club. The page then updates by itself. */
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
