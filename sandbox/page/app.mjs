const part = (id) => document.getElementById(id);

/** The address of the newest email, which the frame shows. */
let newest;

function showNewestMail() {
	const link = part('mails')?.querySelector('a');
	if (!link || link.href === newest) return;
	newest = link.href;
	link.click();
}

const source = new EventSource('/_sandbox/page/live');
source.addEventListener('message', ({ data }) => {
	for (const [id, html] of Object.entries(JSON.parse(data))) if (part(id)) part(id).innerHTML = html;
	showNewestMail();
});
source.addEventListener('open', () => (part('state').textContent = 'Running. This page is live.'));
source.addEventListener('error', () => (part('state').textContent = 'Stopped. Start the sandbox again.'));

/** Makes something happen in the club. The page then updates by itself. */
async function happen({ currentTarget }) {
	const wish = Object.fromEntries(['userId', 'badge', 'stage'].map((id) => [id, part(id).value]));
	const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) };
	const response = await fetch(`/_sandbox/page/happenings/${currentTarget.dataset.happening}`, options);
	part('outcome').textContent = (await response.json()).said;
}

for (const button of document.querySelectorAll('[data-happening]')) button.addEventListener('click', happen);
