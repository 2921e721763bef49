import { listedAthletes } from '../club.mts';
import { BADGES } from '../data/activities.mts';
import { CLUB_ZONE } from '../data/people.mts';
import type { MailRecord, Sandbox } from '../sandbox.mts';
import { STAGES } from '../types.mts';
import { nameOf } from './happenings.mts';

/** How many athletes the page offers, and how many lines a list has. */
const SHOWN = { people: 200, lines: 40 };

class Html {
	constructor(readonly text: string) {}
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const textOf = (value: unknown): string => {
	if (Array.isArray(value)) return value.map(textOf).join('');
	return value instanceof Html ? value.text : escaped(String(value));
};

/** HTML in which each value is escaped, except HTML from the same function. */
const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
	new Html(parts.map((part, index) => (index === 0 ? part : textOf(values[index - 1]) + part)).join(''));

/** The time of a moment in the timezone of the club. n8n shows classes in the same. */
const clock = (at: number): Html => html`<time>${new Date(at).toLocaleTimeString('en-GB', { timeZone: CLUB_ZONE })}</time>`;

function list<T>(rows: readonly T[], empty: string, show: (row: T, index: number) => Html): Html {
	if (rows.length === 0) return html`<p class="quiet">${empty}</p>`;
	const lines = rows.map((row, index) => html`<li>${show(row, index)}</li>`);
	return html`<ol>
		${lines.slice(-SHOWN.lines).reverse()}
	</ol>`;
}

const answer = (status: number | undefined, instead: string): Html =>
	html`<span class="${status && status < 300 ? 'good' : 'bad'}">${status || instead}</span>`;

/** A section whose lines the page replaces as they change. Screen readers read out what is new. */
const section = (id: string, title: string): Html => html`
	<section aria-labelledby="${id}-title">
		<h2 id="${id}-title">${title}</h2>
		<div id="${id}" class="log" tabindex="0" role="log" aria-label="${title}, newest first"></div>
	</section>
`;

const select = (id: string, label: string, options: readonly Html[]): Html => html`
	<p>
		<label for="${id}">${label}</label>
		<select id="${id}">
			${options}
		</select>
	</p>
`;

const button = (name: string, text: string): Html => html`<button type="button" data-happening="${name}">${text}</button>`;

const option = (value: string): Html => html`<option>${value}</option>`;

const key = (name: string, value: string): Html =>
	html`<dt>${name}</dt>
		<dd><code>${value}</code></dd>`;

/** The page, with sections that `sectionsOf` fills. It leaves out the secret in the address of a webhook subscription. */
export function pageOf({ club, keys, url, mails }: Sandbox): string {
	const people = listedAthletes(club)
		.slice(0, SHOWN.people)
		.map((athlete) => html`<option value="${athlete.UserId}">${nameOf(athlete)}, ${athlete.Email}</option>`);
	const mailbox = html`
		${section('mails', 'Mailbox')}
		<section><iframe sandbox="" title="The email" name="mail"></iframe></section>
	`;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>Sandbox club</title>
				<link rel="icon" href="/_sandbox/pictures/badge-72.webp" type="image/webp" />
				<link rel="stylesheet" href="/_sandbox/page/style.css" />
				<script type="module" src="/_sandbox/page/app.mjs"></script>
			</head>
			<body>
				<header>
					<h1>${club.profile.Name}</h1>
					<p id="state" role="status">Connecting ...</p>
					<p class="quiet">Timezone: ${CLUB_ZONE}</p>
				</header>
				<main>
					<section class="wide" aria-labelledby="life">
						<h2 id="life">Make something happen</h2>
						<div class="controls">
							${select('userId', 'Athlete', people)} ${button('bookClass', 'Book next class')}
							${button('expireSubscription', 'Expire membership')}
						</div>
						<div class="controls">
							${select('badge', 'Badge', BADGES.map(option))} ${button('awardBadge', 'Award badge')}
							${select('stage', 'New stage', [...STAGES].reverse().map(option))} ${button('changeStage', 'Change stage')}
						</div>
						<p id="outcome" role="status">Choose an athlete and press a button. The club sends the event.</p>
					</section>
					${mails ? mailbox : ''} ${section('deliveries', 'Deliveries')} ${section('webhooks', 'Webhook subscriptions')}
					${section('calls', 'API calls')} ${section('breaches', 'Broken rules')}
					<section class="wide">
						<h2>For the credential</h2>
						<dl>
							${key('Base URL', url)} ${key('Subscription Key', keys.subscriptionKey)} ${key('Club API Key', keys.clubApiKey)}
							${key('Club API Key (read only)', keys.readOnlyClubApiKey)}
						</dl>
					</section>
				</main>
			</body>
		</html>`.text;
}

export function sectionsOf(sandbox: Sandbox): Record<string, string> {
	const { limit, remaining, windowSeconds } = sandbox.gauge();
	const sections: Record<string, Html> = {
		...(sandbox.mails && {
			mails: list(
				sandbox.mails,
				'No emails yet. Publish "Congratulate a member on a badge", then press Award badge.',
				({ at, to, subject }, index) => html`
					${clock(at)} <a href="/_sandbox/page/mails/${index}" target="mail">${subject}</a> <small>to ${to}</small>
				`,
			),
		}),
		deliveries: list(
			sandbox.deliveries,
			'No deliveries yet.',
			({ at, eventTypes, subjects, attempt, status, error }) => html`
				${clock(at)} <span>${eventTypes.join(', ')} ${subjects.join(', ')}${attempt > 1 ? `, attempt ${attempt}` : ''}</span>
				${answer(status, error ?? 'under way')}
			`,
		),
		webhooks: list(
			[...sandbox.club.webhookSubscriptions.values()],
			'None yet. Publish a workflow with the Club Trigger, and it appears here.',
			({ Url, EventTypes, ProvisioningState }) => html`
				<code>${Url.split('?')[0]}</code> <small>${EventTypes.join(', ')}</small>
				<span class="${ProvisioningState === 'Succeeded' ? 'good' : 'bad'}">${ProvisioningState}</span>
			`,
		),
		calls: html`
			<p>${limit === null ? 'No limit is set.' : `${remaining} of ${limit} calls left in ${windowSeconds} s`}</p>
			${list(
				sandbox.requests,
				'No calls yet. Run a workflow with the Club node.',
				({ at, method, path, status }) => html`${clock(at)} <span>${method} ${path}</span> ${answer(status, 'dropped')}`,
			)}
		`,
		breaches: list(
			sandbox.breaches,
			'None. All calls followed the rules of the API.',
			({ rule, detail, request }) => html`<span>${request.method} ${request.path}</span> <span class="bad">${rule}: ${detail}</span>`,
		),
	};
	return Object.fromEntries(Object.entries(sections).map(([id, { text }]) => [id, text]));
}

export const mailPage = (mail: MailRecord): string =>
	mail.html ??
	html`<!doctype html><meta charset="utf-8" />
		<pre style="font: 16px/1.5 system-ui; white-space: pre-wrap">${mail.text}</pre>`.text;
