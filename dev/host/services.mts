import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.mts';
import { startProgram, type Program } from './program.mts';

/** Redis and PostgreSQL, which queue mode needs. */
export interface Services {
	/** The environment for each n8n process that uses them. */
	env: NodeJS.ProcessEnv;
	redis: Program;
	postgres: Program;
	/** Ends both and deletes their data. */
	stop(): Promise<void>;
}

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** A program of PostgreSQL: from the newest Debian package, or else from the PATH. */
function postgresProgram(name: string): string {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const [newest] = versions.sort((a, b) => Number(b) - Number(a));
	return newest === undefined ? name : join(POSTGRES_VERSIONS, newest, 'bin', name);
}

/** The user for PostgreSQL. It does not run as root, so root uses the `postgres` user of its package. */
function postgresUser(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const idOf = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Whether a program listens on a port of this machine. */
const isListening = async (port: number): Promise<true | undefined> =>
	await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(undefined));
		socket.once('connect', () => socket.destroy());
	});

async function startRedis(folder: string, port: number): Promise<Program> {
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
	return await startProgram({
		name: 'Redis',
		command: 'redis-server',
		args,
		logFile: join(folder, 'redis.log'),
		isReady: async () => await isListening(port),
	});
}

async function startPostgres(folder: string, port: number): Promise<Program> {
	const user = postgresUser();
	if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
	const data = join(folder, 'postgres');
	execFileSync(postgresProgram('initdb'), ['-D', data, '-U', 'n8n', '--auth', 'trust', '--no-sync'], {
		...user,
		cwd: folder,
		stdio: 'pipe',
	});
	const isReady = async (): Promise<true | undefined> => {
		try {
			execFileSync(postgresProgram('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
			return true;
		} catch {
			return undefined;
		}
	};
	const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off'];
	const logFile = join(folder, 'postgres.log');
	return await startProgram({ name: 'PostgreSQL', command: postgresProgram('postgres'), args, logFile, isReady, cwd: folder, ...user });
}

/** Starts an empty Redis and PostgreSQL on free ports of loopback. `stop` deletes their data. */
export async function startServices(): Promise<Services> {
	const folder = mkdtempSync(join(tmpdir(), 'club-services-'));
	const redisPort = await freePort();
	const postgresPort = await freePort();
	const redis = await startRedis(folder, redisPort);
	const postgres = await startPostgres(folder, postgresPort).catch(async (error: unknown) => {
		await redis.stop();
		throw error;
	});
	return {
		redis,
		postgres,
		env: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgresPort),
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_DATABASE: 'postgres',
		},
		stop: async () => {
			await postgres.stop();
			await redis.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
