import type { Execution } from '../../../dev/host/execution.mts';

/** The step in which a person approves what a tool is to do. */
export const REVIEW = '@n8n/n8n-nodes-langchain.chatHitlTool';

/** What the chat shows where a person is asked to approve something. */
export function shownBy(run: Execution, review: string): { text: string; buttons: Array<{ link: string }> } {
	const items = Object.values(run.runsOf(review).at(-1)?.data ?? {}).flat(2);
	return items.find((item) => item?.sendMessage)?.sendMessage as unknown as { text: string; buttons: Array<{ link: string }> };
}

/** n8n lets no program that is known as one approve anything. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
