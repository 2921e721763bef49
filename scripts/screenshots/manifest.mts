import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClubApi } from '../../credentials/ClubApi.credentials.ts';
import { Club } from '../../nodes/Club/Club.node.ts';
import { resources } from '../../nodes/Club/resources';
import { ClubTrigger } from '../../nodes/ClubTrigger/ClubTrigger.node.ts';
import { fileOf, panelFileOf, PICTURES, THEMES, type Picture } from './files.mts';
import { panelOf } from './panel.mts';

const ICONS = ['club.svg', 'club.dark.svg'].map((file) => readFileSync(join('nodes', 'Club', file), 'utf8'));

/** The n8n that draws the pictures. */
const { dependencies } = JSON.parse(readFileSync(join('host', 'package.json'), 'utf8')) as { dependencies: { n8n: string } };

const { description: trigger } = new ClubTrigger();
const { displayName, subtitle } = new Club().description;
const listed = panelOf('athlete', 'getAll');

/** What a picture of the README shows of the pack. */
const SHOWN: Readonly<Record<Picture, unknown>> = {
	workflow: [displayName, subtitle],
	credential: new ClubApi().properties,
	output: listed,
	panel: panelOf('athlete', 'setClientStage'),
	trigger: [trigger.properties, trigger.triggerPanel],
};

/** Descriptions show up under the mouse only, and lists of choices when they are opened: no picture has them. */
const visible = (key: string, value: unknown): unknown => (key === 'description' ? undefined : value);

const fingerprint = (shown: unknown): string =>
	createHash('sha256').update(JSON.stringify([dependencies.n8n, ICONS, shown], visible)).digest('hex').slice(0, 16);

/** What each picture of the documentation was made from, by its file: a picture is current while that is the same. */
export function manifest(): Record<string, string> {
	const readme = PICTURES.flatMap((picture) => THEMES.map((theme) => [fileOf(picture, theme), fingerprint(SHOWN[picture])]));
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => [panelFileOf(resource, operation), fingerprint(panelOf(resource.value, operation.value))]),
	);
	return Object.fromEntries([...readme, ...operations]) as Record<string, string>;
}
