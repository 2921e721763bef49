import { readFileSync } from 'node:fs';

interface Locked {
	os?: string[];
	cpu?: string[];
	optional?: boolean;
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

// npm refuses the whole installation on any other platform.
test.each(['', 'dev/host/n8n/'])('%spackage-lock.json has no package of one platform that must be installed', (folder) => {
	const { packages } = JSON.parse(readFileSync(`${folder}package-lock.json`, 'utf8')) as { packages: Record<string, Locked> };
	const ofOnePlatform = Object.entries(packages).filter(([, { os, cpu, optional }]) => (os ?? cpu) && !optional);
	expect(ofOnePlatform.map(([path]) => path)).toEqual([]);
});

// npm installs n8n without peer dependencies, and a node of n8n whose package lacks one fails when somebody runs it.
test('The n8n of npm start has what the packages of its own nodes need beside them', () => {
	const { packages } = JSON.parse(readFileSync('dev/host/n8n/package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
	const nodes = 'node_modules/n8n-nodes-base';
	const placeOf = (name: string): Locked | undefined => packages[`${nodes}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
	const lacking = Object.keys(packages[nodes].dependencies!).flatMap((name) => {
		const { peerDependencies = {}, peerDependenciesMeta: meta = {} } = placeOf(name) ?? {};
		return Object.keys(peerDependencies).filter((peer) => !meta[peer]?.optional && !placeOf(peer));
	});
	expect(lacking).toEqual([]);
});
