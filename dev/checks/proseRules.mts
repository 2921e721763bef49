// What the check of the English reads and allows (`npm run prose`).

/** The pages that people write. */
export const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/agents.md',
	'docs/how-it-works.md',
	'docs/installation.md',
	'docs/many-clubs.md',
	'docs/performance.md',
	'docs/polling.md',
	'docs/queue-mode.md',
	'docs/reconciliation.md',
	'docs/reliability.md',
	'docs/sandbox.md',
	'docs/submission.md',
	'docs/troubleshooting.md',
	'docs/versioning.md',
	'templates/README.md',
	'test/README.md',
];

/** The sections of these pages that programs write: the check leaves them out. */
export const WRITTEN_BY_PROGRAMS = ['Tasks and what they cost', 'What the document leaves open'];

/** More words in a sentence are too many. */
export const MAX_WORDS = 30;

/** The participles that may follow a form of *to be*, since they are adjectives or words of the trade. */
export const PASSIVES = ['broken', 'frozen', 'gone', 'known', 'lost', 'set'];
