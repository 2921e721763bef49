import type { Mail } from '../../../../dev/demo/mailbox.mts';

/** A mail of a workflow, and when it was sent, in ms since the epoch. */
export interface SentMail extends Mail {
	at: number;
	file: string;
	/** The members with this address; of a mail with a link to stop, the one whom the link stands for; of a draft, whom it is for. */
	people: number[];
	/** What the link to stop says that it is about. */
	topic?: string;
	/** The lines of a list in it, and the members with the address in each. */
	lines: Array<{ text: string; people: number[] }>;
}
