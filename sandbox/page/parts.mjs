import htm from './htm.mjs';
import { h } from './preact.mjs';

export const html = htm.bind(h);

/** The time of a moment, and its day, in the timezone of the club: n8n shows classes in the same. */
export const Clock = ({ at, zone }) => html`<time>${new Date(at).toLocaleTimeString([], { hour12: false, timeZone: zone })}</time>`;

const DAY = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false };

export const Day = ({ at, zone }) => html`<time datetime=${at}>${new Date(at).toLocaleString([], { ...DAY, timeZone: zone })}</time>`;

/** `Vendor.EventGrid.SubscriptionDeletedEvent` without its vendor. */
export const short = (eventType) => eventType.split('.EventGrid.').pop();

export const many = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A section of the page, named by its heading. */
export const Section = ({ id, title, children, wide }) => html`
	<section aria-labelledby=${id} class=${wide ? 'wide' : ''}>
		<h2 id=${id}>${title}</h2>
		${children}
	</section>
`;

/** A list that grows at its top. Screen readers read out a live one as it grows. */
export const Log = ({ label, rows, empty, live, row }) => html`
	<div class="log" tabindex="0" role=${live ? 'log' : 'region'} aria-label=${label}>
		<ol>
			${rows.length === 0 && html`<li class="empty" key="empty">${empty}</li>`}
			${rows.map((entry) => html`<li key=${entry.key}>${row(entry)}</li>`)}
		</ol>
	</div>
`;

/** The status of a response, or what happened instead. An expected one is neither good nor bad. */
export const Answer = ({ status, instead, isExpected }) => html`
	<span class="status ${isExpected ? 'expected' : status >= 200 && status < 300 ? 'good' : 'bad'}"
		>${status ? html`<span class="spoken">answered</span> ${status}` : instead}</span
	>
`;

/** A workflow of n8n. */
export const Workflow = ({ workflow, link }) => html`<a href=${link} target="_blank" rel="noopener">${workflow}</a>`;
