/** A mail that a mail server beside the sandbox has taken; the page shows it. */
export interface MailRecord {
	at: number;
	to: string;
	subject: string;
	text: string;
	/** What a mail program shows instead of the text, where the sender wrote both or only this. */
	html?: string;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A mail as a page of its own. */
export const pageOf = ({ text, html }: MailRecord): string =>
	html ??
	`<!doctype html><meta charset="utf-8"><pre style="font: 16px/1.5 system-ui, sans-serif; white-space: pre-wrap">${escaped(text)}</pre>`;
