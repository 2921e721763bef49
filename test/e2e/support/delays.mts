import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a poll beside a Club Trigger waits in a test, in ms, instead of minutes and hours. */
export interface Delays {
	waitForDeliveryMs: number;
	repeatAfterMs: number;
}

/** Writes other delays into an installed pack. */
export function shorten(pack: string, { waitForDeliveryMs, repeatAfterMs }: Delays): void {
	const constants = { WAIT_FOR_DELIVERY_MS: waitForDeliveryMs, IN_TIME_MS: waitForDeliveryMs, REPEAT_AFTER_MS: repeatAfterMs };
	const files = readdirSync(join(pack, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
	for (const [name, ms] of Object.entries(constants)) {
		const definition = new RegExp(`\\bconst ${name} = [\\d_]+`);
		const [file, ...others] = files.map((one) => join(pack, 'dist', one)).filter((one) => definition.test(readFileSync(one, 'utf8')));
		if (!file || others.length > 0) throw new Error(`${name} stands in ${file ? 'several files' : 'no file'} of the pack`);
		writeFileSync(file, readFileSync(file, 'utf8').replace(definition, `const ${name} = ${ms}`));
	}
}
