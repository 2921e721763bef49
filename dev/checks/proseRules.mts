// What the check of the English reads and allows (`npm run prose`).

/** The pages that people write. */
export const PAGES = ['README.md', 'CHANGELOG.md', 'docs/installation.md', 'docs/queue-mode.md', 'docs/troubleshooting.md'];

/** The sections of these pages that programs write: the check leaves them out. */
export const WRITTEN_BY_PROGRAMS = ['Tasks and what they cost', 'What the document leaves open'];

/** More words in a sentence are too many. */
export const MAX_WORDS = 30;

/** The participles that may follow a form of *to be*, since they are adjectives or words of the trade. */
export const PASSIVES = ['broken', 'frozen', 'gone', 'known', 'lost', 'set'];
