import { Answer, Clock, Day, html, Log, many, Section, short, Workflow } from './parts.mjs';

const STAGES = ['Lead', 'Qualified', 'Prospect', 'Client'];

/** A value for a credential, with a button that copies it. */
const Entry = ({ name, value }) => html`
	<dt>${name}</dt>
	<dd>
		<code>${value}</code>
		<button
			type="button"
			class="copy"
			aria-label=${`Copy ${name}`}
			onClick=${async ({ currentTarget }) => {
				await navigator.clipboard.writeText(value);
				currentTarget.textContent = 'Copied';
			}}
		>
			Copy
		</button>
	</dd>
`;

const Keys = ({ url, keys }) => html`
	<details>
		<summary>Base URL and keys for the credential</summary>
		<dl>
			<${Entry} name="Base URL" value=${url} />
			<${Entry} name="Subscription Key" value=${keys.subscriptionKey} />
			<${Entry} name="Club API Key" value=${keys.clubApiKey} />
			<${Entry} name="Club API Key (read only)" value=${keys.readOnlyClubApiKey} />
		</dl>
	</details>
`;

/** Max number of events that a sentence names. */
const MAX_NAMED = 3;

const listed = (events) => (events.length > MAX_NAMED ? many(events.length, 'other event') : events.join(', ') || 'none');

const TO_LISTEN = 'Publish a workflow with the Club Trigger, or execute its step.';

const USED_UP = 'The calls of this minute are used up, so n8n waits before it asks.';

/** The result of the last button, and whether a workflow gets its event. */
const Outcome = ({ outcome }) => {
	const { said, event, listeners, asked, hasCalls } = outcome ?? {};
	const heard = listeners
		? `goes to ${many(listeners, 'webhook subscription')}. See the response under Deliveries.`
		: `has no listener yet. n8n has asked for ${listed(asked ?? [])}. ${hasCalls ? TO_LISTEN : USED_UP}`;
	return html`
		<p role="status" class="outcome">
			${outcome ? said : 'Choose an athlete and press a button. The club sends the event.'}
			${event && html` <strong>${event}</strong> ${heard}`}
		</p>
	`;
};

const Life = ({ people, badges, chosen, outcome, act, choose, find }) => {
	const button = (name, text) => html`<button type="button" onClick=${() => act(name)}>${text}</button>`;
	return html`
		<${Section} id="life" title="Make something happen" wide>
			<div class="controls">
				<p class="field">
					<label for="search">Name or email</label>
					<input id="search" type="search" value=${chosen.search} onInput=${({ target }) => find(target.value)} />
				</p>
				<p class="field">
					<label for="athlete">Athlete</label>
					<select id="athlete" class="person" value=${chosen.userId} onChange=${({ target }) => choose({ userId: Number(target.value) })}>
						${people.map(({ id, name, email, stage }) => html`<option key=${id} value=${id}>${name}, ${email}, ${stage}</option>`)}
					</select>
				</p>
			</div>
			<div class="controls">
				<p class="field">
					<label for="badge">Badge</label>
					<select id="badge" value=${chosen.badge} onChange=${({ target }) => choose({ badge: target.value })}>
						${badges.map((badge) => html`<option key=${badge}>${badge}</option>`)}
					</select>
				</p>
				${button('awardBadge', 'Award badge')} ${button('bookClass', 'Book next class')}
				${button('expireSubscription', 'Expire membership')}
			</div>
			<div class="controls">
				<p class="field">
					<label for="stage">New stage</label>
					<select id="stage" value=${chosen.stage} onChange=${({ target }) => choose({ stage: target.value })}>
						${STAGES.map((stage) => html`<option key=${stage}>${stage}</option>`)}
					</select>
				</p>
				${button('changeStage', 'Change stage')} ${button('addMember', 'Add a member')}
			</div>
			<${Outcome} outcome=${outcome} />
		<//>
	`;
};

const Club = ({ glance: { counts, stages, awards, classes, zone } }) => html`
	<${Section} id="club" title="The club" wide>
		<dl class="figures">
			<div>
				<dt>Athletes</dt>
				<dd>${counts.athletes}</dd>
			</div>
			${stages.map(
				({ stage, count }) =>
					html`<div key=${stage}>
						<dt>${stage}</dt>
						<dd>${count}</dd>
					</div>`,
			)}
			<div>
				<dt>Contacts</dt>
				<dd>${counts.contacts}</dd>
			</div>
			<div>
				<dt>Active memberships</dt>
				<dd>${counts.activeSubscriptions}</dd>
			</div>
		</dl>
		<div class="columns">
			<div>
				<h3>Latest badges</h3>
				<ul class="rows">
					${awards.map(
						({ id, badge, person, at }) => html`<li key=${id}><span>${person}: ${badge}</span> <${Day} at=${at} zone=${zone} /></li>`,
					)}
				</ul>
			</div>
			<div>
				<h3>Next classes</h3>
				<ul class="rows">
					${classes.map(
						({ id, name, begin, booked, queued }) =>
							html`<li key=${id}>
								<span>${name}: ${booked} booked${queued > 0 && `, ${queued} queued`}</span> <${Day} at=${begin} zone=${zone} />
							</li>`,
					)}
				</ul>
			</div>
		</div>
	<//>
`;

const Webhooks = ({ webhooks, act }) => html`
	<${Section} id="webhooks" title="Webhook subscriptions">
		<ul class="rows" aria-live="polite">
			${webhooks.length === 0 &&
			html`<li class="empty" key="empty">None yet. Publish a workflow with the Club Trigger, and it appears here.</li>`}
			${webhooks.map(
				({ id, address, events, state, of, isTest }) => html`
					<li key=${id}>
						${of && html`<${Workflow} ...${of} />`} ${isTest && html`<small>while the editor listens</small>`}
						<code>${address}</code>
						<span class="status ${state === 'Succeeded' ? 'good' : 'bad'}">${state}</span>
						<small title=${events.join(', ')}>${events.length > 3 ? many(events.length, 'event') : events.join(', ')}</small>
						<button type="button" class="copy" aria-label=${`Delete ${address}`} onClick=${() => act('dropSubscription', id)}>
							Delete
						</button>
					</li>
				`,
			)}
		</ul>
	<//>
`;

const Rate = ({ limit, remaining, windowSeconds }) => {
	if (limit === null) return html`<p class="rate">No limit is set.</p>`;
	return html`
		<p class="rate">
			<label for="rate">${remaining} of ${many(limit, 'call')} left in ${windowSeconds} s</label>
			<meter id="rate" min="0" max=${limit} low=${limit * 0.3} high=${limit * 0.6} optimum=${limit} value=${remaining}></meter>
		</p>
	`;
};

const Calls = ({ calls, rate, zone }) => html`
	<${Section} id="calls" title="API calls">
		<${Rate} ...${rate} />
		<${Log}
			label="API calls, newest first"
			rows=${calls}
			empty="No calls yet. Run a workflow with the Club node."
			row=${({ at, method, path, status }) =>
				html`<${Clock} at=${at} zone=${zone} /> <span>${method} ${path}</span> <${Answer} status=${status} instead="dropped" />`}
		/>
	<//>
`;

const Spending = ({ spending }) => html`
	<${Section} id="spending" title="Calls by workflow">
		<ul class="rows" aria-label="Calls by workflow">
			${spending.length === 0 && html`<li class="empty" key="empty">No calls yet.</li>`}
			${spending.map(({ by, total }) => html`<li key=${by}><span>${by}</span> ${many(total, 'call')}</li>`)}
		</ul>
	<//>
`;

/** Why a delivery that n8n answered has no execution. */
const WITHOUT_RUN = {
	none: 'Answered, no execution. The trigger ignored the event: Only When left it out, or it was a repeat.',
	unknown: 'Answered. What became of it is not known: no execution shows this event.',
};

const Deliveries = ({ deliveries, zone }) => html`
	<${Section} id="deliveries" title="Deliveries">
		<${Log}
			live
			label="Deliveries, newest first"
			rows=${deliveries}
			empty="No deliveries yet."
			row=${({ at, eventTypes, named, attempt, status, error, takenBy, withoutRun, isTest }) => {
				const isOver = isTest && status === 404;
				return html`
					<${Clock} at=${at} zone=${zone} />
					<span>
						${eventTypes.map(short).join(', ')}${named.length > 0 && `: ${named.join('; ')}`}${attempt > 1 && `, attempt ${attempt}`}
						${takenBy && html` <${Workflow} ...${takenBy} />`} ${withoutRun && html` <small>${WITHOUT_RUN[withoutRun]}</small>`}
						${isOver && html` <small>Expected: the editor listens for one event only.</small>`}
					</span>
					<${Answer} status=${status} instead=${error} isExpected=${isOver} />
				`;
			}}
		/>
	<//>
`;

/** The emails of the example workflows: a list, and below it the chosen one, or the newest. */
const Mailbox = ({ mails, chosen = mails[0]?.key, choose, zone }) => html`
	<${Section} id="mailbox" title="Mailbox" wide>
		<${Log}
			label="Emails, newest first"
			rows=${mails}
			empty="No emails yet. Publish 'Congratulate a member on a badge', then press Award badge."
			row=${({ key, at, to, subject }) => html`
				<${Clock} at=${at} zone=${zone} />
				<button type="button" class="mail" aria-pressed=${key === chosen} onClick=${() => choose({ mail: key })}>${subject}</button>
				<small>to ${to}</small>
			`}
		/>
		${chosen !== undefined && html`<iframe sandbox="" title="The email" src=${`/_sandbox/page/mails/${chosen}`}></iframe>`}
	<//>
`;

const Breaches = ({ breaches }) => html`
	<${Section} id="breaches" title="Broken rules" wide>
		<${Log}
			live
			label="Broken rules, newest first"
			rows=${breaches}
			empty="None. All calls followed the rules of the API."
			row=${({ rule, detail, request }) => html`<span>${request}</span> <span class="status bad">${rule}: ${detail}</span>`}
		/>
	<//>
`;

/** The whole page. */
export const Page = ({ glance, found, open, chosen, outcome, act, choose, find }) => html`
	<header>
		<h1>${glance?.club ?? 'Sandbox club'}</h1>
		<p role="status" class=${open ? 'live' : 'closed'}>
			${open ? 'Running. This page is live.' : glance ? 'Stopped. Start the sandbox again.' : 'Connecting ...'}
		</p>
		${glance && html`<p class="zone">Timezone: ${glance.zone}</p>`} ${glance && html`<${Keys} url=${glance.url} keys=${glance.keys} />`}
	</header>
	<main>
		${glance &&
		html`
			<${Life}
				people=${found ?? glance.people}
				badges=${glance.badges}
				chosen=${chosen}
				outcome=${outcome}
				act=${act}
				choose=${choose}
				find=${find}
			/>
			${glance.mails && html`<${Mailbox} mails=${glance.mails} chosen=${chosen.mail} choose=${choose} zone=${glance.zone} />`}
			<${Deliveries} deliveries=${glance.deliveries} zone=${glance.zone} />
			<${Webhooks} webhooks=${glance.webhooks} act=${act} />
			<${Calls} calls=${glance.calls} rate=${glance.rate} zone=${glance.zone} />
			<${Spending} spending=${glance.spending} />
			<${Club} glance=${glance} />
			<${Breaches} breaches=${glance.breaches} />
		`}
	</main>
`;
