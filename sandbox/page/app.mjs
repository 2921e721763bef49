const part = (id) => document.getElementById(id);

/** Shows what is new in the lists, and the newest email. */
async function update() {
	try {
		const page = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
		for (const { id, innerHTML } of page.querySelectorAll('[role=log]')) {
			if (part(id).innerHTML === innerHTML) continue;
			part(id).innerHTML = innerHTML;
			if (id === 'Mailbox') part(id).querySelector('a')?.click();
		}
		part('state').textContent = 'Running. This page is live.';
	} catch {
		part('state').textContent = 'Stopped. Start the sandbox again.';
	}
	setTimeout(update, 500);
}

/** Makes something happen in the club. */
async function happen({ currentTarget: { name } }) {
	const response = await fetch(`/_sandbox/page/happenings/${name}?userId=${part('userId').value}`, { method: 'POST' });
	part('outcome').textContent = await response.text();
}

for (const button of document.querySelectorAll('button')) button.addEventListener('click', happen);
void update();
