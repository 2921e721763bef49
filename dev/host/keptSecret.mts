import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A secret in a file that only its owner may read. The first call creates it. */
export function keptSecret(file: string, make: () => string): string {
	if (!existsSync(file)) {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, make(), { mode: 0o600 });
	}
	return readFileSync(file, 'utf8');
}
