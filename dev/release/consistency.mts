/** What a release says of itself in three places. */
export interface Release {
	/** The tag of git, such as `v1.2.0`. */
	tag: string;
	/** The version in package.json. */
	version: string;
	/** The text of CHANGELOG.md. */
	changelog: string;
}

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** What the changelog says of a version; undefined where it has no section of it. */
export function notesOf(version: string, changelog: string): string | undefined {
	const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version);
	return section?.split('\n').slice(1).join('\n').trim();
}

/** What of a release contradicts itself, a sentence each; nothing when it may go out. */
export function contradictionsIn({ tag, version, changelog }: Release): string[] {
	const notes = notesOf(version, changelog);
	const [, newest] = /^## (\S+)/m.exec(changelog) ?? [];
	return [
		...(VERSION.test(version) ? [] : [`The version in package.json, ${version}, is none.`]),
		...(tag === `v${version}` ? [] : [`The tag is ${tag}, but package.json says ${version}: the tag must be v${version}.`]),
		...(notes ? [] : [`CHANGELOG.md says nothing about ${version}.`]),
		...(!notes || newest === version ? [] : [`CHANGELOG.md begins with ${newest}; ${version} must stand first.`]),
	];
}
