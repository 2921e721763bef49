import { render } from './preact.mjs';
import { html, Page } from './view.mjs';

/** What the page shows: the glance of the sandbox, whether it still comes, and what the user has chosen and done. */
const state = { glance: undefined, open: false, chosen: { userId: undefined, stage: 'Client' }, outcome: undefined };

const draw = () => render(html`<${Page} ...${state} act=${act} choose=${choose} />`, document.body);

function change(changes) {
	Object.assign(state, changes);
	draw();
}

const choose = (changes) => change({ chosen: { ...state.chosen, ...changes } });

/** Lets something happen in the club; the glance follows by itself. */
async function act(name) {
	const { userId = state.glance.people[0].id, stage } = state.chosen;
	try {
		const response = await fetch(`/_sandbox/page/happenings/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ userId, stage }),
		});
		change({ outcome: await response.json() });
	} catch {
		change({ outcome: { said: 'The sandbox did not answer. Is it still running?' } });
	}
}

const source = new EventSource('/_sandbox/page/glance');
source.addEventListener('message', ({ data }) => change({ glance: JSON.parse(data), open: true }));
source.addEventListener('error', () => change({ open: false }));

draw();
