import { readFileSync } from 'node:fs';
import { template, templateFiles } from '../demo/templates.mts';
import { isNote, isSection } from './canvas.mts';
import { pictureOf } from './pictures.mts';

/**
 * Categories of n8n's template library, as far as published templates show them: those of 2026 carry one for their purpose and,
 * where a model takes part, one for the kind of AI. "Sales", "Marketing" or "AI" stand on older ones alone.
 */
type Category = 'AI Chatbot' | 'AI RAG' | 'CRM' | 'DevOps' | 'Engineering' | 'Lead Nurturing' | 'Support Chatbot';

/** The categories of each example. */
const CATEGORIES: Readonly<Record<string, readonly Category[]>> = {
	'first-look.json': ['CRM'],
	'set-up-examples.json': ['Engineering'],
	'badge-congratulation.json': ['CRM'],
	'celebrate-visits.json': ['CRM'],
	'win-back.json': ['Lead Nurturing'],
	'write-to-member.json': ['Lead Nurturing'],
	'sms-to-member.json': ['Lead Nurturing'],
	'stop-emails.json': ['CRM'],
	'first-30-days.json': ['Lead Nurturing'],
	'slipping-away.json': ['Lead Nurturing'],
	'membership-ended-why.json': ['CRM'],
	'renewal-offer.json': ['Lead Nurturing'],
	'card-and-freeze.json': ['CRM'],
	'off-waiting-list.json': ['CRM'],
	'free-place.json': ['CRM'],
	'empty-class.json': ['CRM'],
	'lead-from-a-form.json': ['Lead Nurturing'],
	'members-to-mailchimp.json': ['Lead Nurturing'],
	'members-to-google-sheet.json': ['CRM'],
	'members-in-a-table.json': ['CRM'],
	'stages-hubspot.json': ['CRM'],
	'class-reminder.json': ['CRM'],
	'segment-marketing.json': ['Lead Nurturing'],
	'every-club-of-a-chain.json': ['CRM'],
	'week-of-the-club.json': ['CRM'],
	'club-on-one-page.json': ['CRM'],
	'is-all-well.json': ['DevOps'],
	'failed-at-night.json': ['DevOps'],
	'front-desk-agent.json': ['Support Chatbot', 'AI Chatbot'],
	// As other templates of MCP servers.
	'club-for-any-assistant.json': ['Engineering', 'AI RAG'],
};

const INTRODUCTION = `# The example workflows in n8n's template library

Use this page to submit an example workflow to n8n's template library. The command \`npm run docs\` writes it from the workflows and from the
[table of the examples](../templates/README.md); do not edit it by hand.

Each section has what n8n's creator portal asks for: the title, the categories, the description and a picture. The command \`npm run screenshots\` takes
the pictures in n8n's editor. The categories are from templates published in 2026. Only the creator portal shows the whole list, so check
there for a better category.
`;

/** The cells of a row in the table of the examples. */
interface Row {
	starts: string;
	needs: string;
}

function rowsOf(table: string): Map<string, Row> {
	const rows = [...table.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| .+? \| (.+?) \| (.+?) \|/gm)];
	return new Map(rows.map(([, file, starts, needs]) => [file, { starts, needs }]));
}

/** The notes of a workflow as a description: without the first heading, and with the others one level lower. */
function notesOf(file: string): string {
	const notes = template(file).nodes.filter((node) => isNote(node) && !isSection(node));
	const texts = notes.map(({ parameters }, place) =>
		String(parameters.content).replace(/^## .*\n/, (heading) => (place === 0 ? '' : `#${heading}\n`)),
	);
	return texts.join('\n\n');
}

function sectionOf(file: string, row: Row | undefined): string {
	const { name, nodes } = template(file);
	const hasClub = nodes.some(({ type }) => type.startsWith('n8n-nodes-club.'));
	if (!row) throw new Error(`${file} has no row in the table of the examples.`);
	return [
		`## ${name}`,
		`[The workflow](../templates/${file}) · Categories: ${CATEGORIES[file]?.join(', ')}`,
		`![${name}](../${pictureOf(file)})`,
		notesOf(file),
		`**Starts:** ${row.starts}.`,
		`**You need:** n8n 2.0 or later${hasClub ? ' with the community node `n8n-nodes-club`, the *Club API* credential' : ''}${row.needs === 'nothing' ? '' : `, and ${row.needs}`}.`,
	].join('\n\n');
}

/** The page for n8n's template library: a section for each example. */
export function libraryPage(): string {
	const rows = rowsOf(readFileSync(new URL('../../templates/README.md', import.meta.url), 'utf8'));
	return [INTRODUCTION.trim(), ...templateFiles().map((file) => sectionOf(file, rows.get(file)))].join('\n\n') + '\n';
}
