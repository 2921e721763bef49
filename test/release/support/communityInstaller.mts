import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACK } from '../../../dev/host/pack.mts';

/** What n8n's page of community nodes does on the disk; from a registry of one's own, that page needs a licence. */
export class CommunityInstaller {
	private readonly folder: string;

	constructor(
		userFolder: string,
		private readonly registry: string,
	) {
		this.folder = join(userFolder, '.n8n', 'nodes');
		mkdirSync(this.folder, { recursive: true });
	}

	get packFolder(): string {
		return join(this.folder, 'node_modules', PACK);
	}

	private npm(cwd: string, ...args: string[]): string {
		return execFileSync('npm', [...args, `--registry=${this.registry}`], { cwd, encoding: 'utf8' }).trim();
	}

	/** Takes the steps of an installation, which are those of an update too. */
	install(version: string): void {
		mkdirSync(this.packFolder, { recursive: true });
		const tarball = this.npm(this.folder, 'pack', `${PACK}@${version}`, '--quiet');
		execFileSync('tar', ['-xzf', tarball, '-C', this.packFolder, '--strip-components=1'], { cwd: this.folder });
		const manifest = join(this.packFolder, 'package.json');
		const dropped = { devDependencies: undefined, peerDependencies: undefined, optionalDependencies: undefined };
		writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), ...dropped }, null, 2));
		const flags = [
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		];
		this.npm(this.packFolder, 'install', ...flags);
		this.note({ [PACK]: version });
		rmSync(join(this.folder, tarball));
	}

	remove(): void {
		rmSync(this.packFolder, { recursive: true });
		this.note({ [PACK]: undefined });
	}

	/** n8n keeps a list of what is installed beside it. */
	private note(changes: Record<string, string | undefined>): void {
		const list = join(this.folder, 'package.json');
		const { dependencies } = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : { dependencies: {} };
		writeFileSync(list, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { ...dependencies, ...changes } }, null, 2));
	}
}
