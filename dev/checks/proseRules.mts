// Settings of the check of the English (`npm run prose`).

/** The hand-written pages. */
export const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/agents.md',
	'docs/how-it-works.md',
	'docs/installation.md',
	'docs/many-clubs.md',
	'docs/networks.md',
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

/** Maximum number of words in a sentence. */
export const MAX_WORDS = 30;

/** Participles that may follow a form of *to be*, because they are adjectives or usual terms. */
export const PASSIVES = ['broken', 'frozen', 'gone', 'known', 'lost', 'set'];
