import { DOOR, fitted, template, type Surroundings } from '../../../dev/demo/templates.mts';
import { HOST_V1 } from '../../../dev/host/install.mts';
import { testedHost, type Host } from './host.mts';

const isV1 = testedHost === HOST_V1;

/** A time zone in which it is this hour now. */
export function zoneAt(hour: number): string {
	const west = (new Date().getUTCHours() - hour + 24) % 24;
	return west > 12 ? `Etc/GMT-${24 - west}` : `Etc/GMT+${west}`;
}

const inJson = <T,>(value: T, from: string, to: string): T => JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T;

/**
 * Publishes the workflow that writes to members, as one that lets every mail through at any hour. n8n 1 cannot publish one that others
 * call, and runs it as it is saved.
 */
export async function openDoor({ rest }: Pick<Host, 'rest'>, surroundings: Surroundings): Promise<string> {
	const workflow = inJson(fitted(template(DOOR), surroundings), '"value":3}', '"value":1000}');
	const { id } = await rest.createWorkflow({ ...workflow, settings: { ...workflow.settings, timezone: zoneAt(12) } });
	if (!isV1) expect((await rest.activate(id)).message).toBeUndefined();
	return id;
}
