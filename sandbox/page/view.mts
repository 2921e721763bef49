import { listedAthletes } from '../club.mts';
import { CLUB_ZONE } from '../data/people.mts';
import type { MailRecord, Sandbox } from '../sandbox.mts';
import { HAPPENINGS, nameOf } from './happenings.mts';

/** How many athletes the page offers, and how many lines a list has. */
const SHOWN = { people: 200, lines: 40 };

const escaped = (value: unknown): string => String(value).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The time of a moment in the timezone of the club. n8n shows classes in the same. */
const clock = (at: number): string => `<time>${new Date(at).toLocaleTimeString('en-GB', { timeZone: CLUB_ZONE })}</time>`;

const answer = (isGood: boolean, text: unknown): string => `<span class="${isGood ? 'good' : 'bad'}">${escaped(text)}</span>`;

const status = (code: number | undefined, instead: string): string => answer(Boolean(code && code < 300), code || instead);

/** A section whose lines the page replaces as they change. Screen readers read out what is new. @param lines the newest last */
const section = (title: string, empty: string, lines: readonly string[]): string => `
	<section>
		<h2>${title}</h2>
		<div id="${title.replace(' ', '-')}" class="log" tabindex="0" role="log" aria-label="${title}, newest first">
			${lines.length > 0 ? '' : `<p>${empty}</p>`}
			<ol>${lines.slice(-SHOWN.lines).reverse().join('')}</ol>
		</div>
	</section>`;

const mailbox = (mails: readonly MailRecord[]): string =>
	section(
		'Mailbox',
		'No emails yet. Publish "Congratulate a member on a badge", then press Award badge.',
		mails.map(
			({ at, to, subject }, index) =>
				`<li>${clock(at)} <a href="/_sandbox/page/mails/${index}" target="mail">${escaped(subject)}</a> <small>to ${escaped(to)}</small>`,
		),
	) +
	`<section>
		<iframe sandbox="" title="The email" name="mail" ${mails.length > 0 ? `src="/_sandbox/page/mails/${mails.length - 1}"` : ''}></iframe>
	</section>`;

/** The page. It leaves out the secret in the address of a webhook subscription. */
export const pageOf = ({ club, mails, deliveries, requests, breaches }: Sandbox): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox club</title>
<link rel="icon" href="/_sandbox/pictures/badge-72.webp">
<link rel="stylesheet" href="/_sandbox/page/style.css">
<script type="module" src="/_sandbox/page/app.mjs"></script>
<header>
	<h1>${escaped(club.profile.Name)}</h1>
	<p id="state" role="status">Connecting ...</p>
	<p>Timezone: ${CLUB_ZONE}</p>
</header>
<main>
	<section class="wide">
		<h2>Make something happen</h2>
		<label>Athlete <select id="userId">${listedAthletes(club)
			.slice(0, SHOWN.people)
			.map((athlete) => `<option value="${athlete.UserId}">${escaped(`${nameOf(athlete)}, ${athlete.Email}`)}</option>`)
			.join('')}</select></label>
		${Object.keys(HAPPENINGS)
			.map((name) => `<button name="${name}">${name}</button>`)
			.join('')}
		<p id="outcome" role="status">Choose an athlete and press a button. The club sends the event.</p>
	</section>
	${mails ? mailbox(mails) : ''}
	${section(
		'Deliveries',
		'No deliveries yet.',
		deliveries.map(({ at, eventTypes, subjects, attempt, status: code, error }) => {
			const what = `${eventTypes.join(', ')} ${subjects.join(', ')}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
			return `<li>${clock(at)} <span>${escaped(what)}</span> ${status(code, error ?? 'under way')}`;
		}),
	)}
	${section(
		'Webhook subscriptions',
		'None yet. Publish a workflow with the Club Trigger, and it appears here.',
		[...club.webhookSubscriptions.values()].map(({ Url, EventTypes, ProvisioningState: state }) => {
			const about = `<code>${escaped(Url.split('?')[0])}</code> <small>${EventTypes.join(', ')}</small>`;
			return `<li>${about} ${answer(state === 'Succeeded', state)}`;
		}),
	)}
	${section(
		'API calls',
		'No calls yet. Run a workflow with the Club node.',
		requests.map(
			({ at, method, path, status: code }) => `<li>${clock(at)} <span>${escaped(`${method} ${path}`)}</span> ${status(code, 'dropped')}`,
		),
	)}
	${section(
		'Broken rules',
		'None. All calls followed the rules of the API.',
		breaches.map(
			({ rule, detail, request }) =>
				`<li><span>${escaped(`${request.method} ${request.path}`)}</span> ${answer(false, `${rule}: ${detail}`)}`,
		),
	)}
</main>`;
