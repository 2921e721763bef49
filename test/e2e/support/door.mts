import { DOOR, fitted, template, type Surroundings } from '../../../dev/demo/templates.mts';
import type { Host } from './host.mts';

/** A time zone in which it is this hour now. */
export function zoneAt(hour: number): string {
	const west = (new Date().getUTCHours() - hour + 24) % 24;
	return west > 12 ? `Etc/GMT-${24 - west}` : `Etc/GMT+${west}`;
}

const inJson = <T,>(value: T, from: string, to: string): T => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T;

/** Publishes the workflow that writes to members, as one that lets every mail through at any hour. */
export async function openDoor({ rest }: Pick<Host, 'rest'>, surroundings: Surroundings): Promise<string> {
	const workflow = inJson(fitted(template(DOOR), surroundings), '"value":3}', '"value":1000}');
	const { id } = await rest.createWorkflow({ ...workflow, settings: { ...workflow.settings, timezone: zoneAt(12) } });
	expect((await rest.activate(id)).message).toBeUndefined();
	return id;
}
