import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ClubApi } from '../../credentials/ClubApi.credentials.ts';
import { Club } from '../../nodes/Club/Club.node.ts';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { template } from '../demo/templates.mts';
import { ROOT } from '../host/commands.mts';

/** Where the pictures note what they show. */
export const TAKEN = 'docs/images/taken.json';

/** What each picture of the documentation is taken in. */
export const THEMES = ['light', 'dark'] as const;

/** A picture of the documentation in one theme, as a path in the repository. n8n's build copies each png and svg into the pack. */
export const pictureIn = (picture: string, theme: (typeof THEMES)[number]): string => `docs/images/${picture}-${theme}.webp`;

/** The fields of an operation, as its panel has them. */
const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
	new Club().description.properties.filter(({ displayOptions: { show = {} } = {} }) =>
		Boolean(show.resource?.includes(resource) && show.operation?.includes(operation)),
	);

/** The sources of the sandbox's page. */
const page = (): string[] =>
	readdirSync(join(ROOT, 'sandbox', 'page'))
		.filter((name) => /\.(css|mjs|mts)$/.test(name))
		.map((name) => readFileSync(join(ROOT, 'sandbox', 'page', name), 'utf8'));

/** What the pictures of both themes show. */
const SHOWN: Readonly<Record<string, () => unknown>> = {
	workflow: () => template('badge-congratulation.json'),
	credential: () => new ClubApi().properties,
	output: () => fieldsOf('athlete', 'getAll'),
	panel: () => fieldsOf('athlete', 'setClientStage'),
	trigger: () => new ClubTrigger().description.properties,
	page: () => template('club-on-one-page.json').nodes.find(({ name }) => name === 'Make the page')?.parameters,
	sandbox: () => [page(), template('badge-congratulation.json')],
};

const hashOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

/** A hash of what each picture shows, by the path of the picture: a picture is true as long as it is the same. */
export const shownBy = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(SHOWN).flatMap(([picture, shown]) => THEMES.map((theme) => [pictureIn(picture, theme), hashOf(shown())])),
	);
