import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOf } from '../../../dev/host/install.mts';
import { expectNoSecret, keys, tokens, type Secrets } from '../../support/secrets.mts';

/** Where installed packages lie, which nobody writes to while n8n runs. */
const PACKAGES = 'node_modules';

const filesUnder = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		if (entry.name === PACKAGES) return [];
		const path = join(folder, entry.name);
		return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
	});

/** Prints every row of a database as a line of JSON, with the driver that n8n brings: of SQLite by its file, of PostgreSQL by n8n's environment. */
const DUMP: Readonly<Record<'sqlite' | 'postgres', string>> = {
	sqlite: `
		const { Database, OPEN_READONLY } = require('sqlite3');
		const database = new Database(process.env.FILE, OPEN_READONLY);
		const all = (sql) => new Promise((resolve, reject) => database.all(sql, (error, rows) => (error ? reject(error) : resolve(rows))));
		const tables = () => all("SELECT name FROM sqlite_master WHERE type = 'table'");
		const end = () => database.close();`,
	postgres: `
		const { Client } = require('pg');
		const { DB_POSTGRESDB_HOST: host, DB_POSTGRESDB_PORT: port, DB_POSTGRESDB_USER: user, DB_POSTGRESDB_DATABASE: name } = process.env;
		const database = new Client({ host, port: Number(port), user, database: name });
		const all = async (sql) => (await database.query(sql)).rows;
		const tables = async () => (await database.connect(), await all("SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"));
		const end = () => database.end();`,
};

const PRINT = `
	(async () => {
		const { writeSync } = require('fs');
		for (const { name } of await tables()) for (const row of await all('SELECT * FROM "' + name + '"')) writeSync(1, JSON.stringify({ table: name, row }) + '\\n');
		await end();
	})();`;

/**
 * Expects no secret in any row of n8n's database.
 * @param host the folder of the n8n
 * @param env what the driver needs to know: `FILE`, or n8n's own variables
 * @param folder where the dump may lie meanwhile
 */
export function expectNoSecretInRows(
	kind: keyof typeof DUMP,
	host: string,
	env: NodeJS.ProcessEnv,
	folder: string,
	guarded: Secrets[] = [keys, tokens],
): void {
	const file = join(folder, 'dump.jsonl');
	const output = openSync(file, 'w');
	execFileSync(nodeOf(host).node, ['-e', DUMP[kind] + PRINT], {
		cwd: host,
		env: { ...process.env, ...env },
		stdio: ['ignore', output, 'inherit'],
	});
	closeSync(output);
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) {
		const { table } = JSON.parse(line) as { table: string };
		expectNoSecret(`The table ${table}`, line, ...guarded);
	}
}

/** Expects no secret in the files of a user folder of n8n: logs, settings, binary data, and the bytes of its database. */
export function expectNoSecretInFiles(folder: string, guarded: Secrets[] = [keys, tokens]): void {
	for (const file of filesUnder(folder)) expectNoSecret(file.slice(folder.length), readFileSync(file), ...guarded);
}

/** Expects no secret in anything that an n8n with SQLite has left behind. */
export function expectNoSecretWritten(host: string, userFolder: string, guarded: Secrets[] = [keys, tokens]): void {
	expectNoSecretInFiles(userFolder, guarded);
	expectNoSecretInRows('sqlite', host, { FILE: join(userFolder, '.n8n', 'database.sqlite') }, userFolder, guarded);
}
