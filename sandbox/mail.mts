/** A mail that a mail server next to the sandbox received. The page shows it. */
export interface MailRecord {
	at: number;
	to: string;
	subject: string;
	text: string;
	/** What a mail program shows instead of the text, if the sender sent HTML. */
	html?: string;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A mail as an HTML page. */
export const mailPage = ({ text, html }: MailRecord): string =>
	html ??
	`<!doctype html><meta charset="utf-8"><pre style="font: 16px/1.5 system-ui, sans-serif; white-space: pre-wrap">${escaped(text)}</pre>`;
