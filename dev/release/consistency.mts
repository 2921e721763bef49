/** The version of a release, from three places. */
export interface Release {
	/** The git tag, such as `v1.2.0`. */
	tag: string;
	/** The version in package.json. */
	version: string;
	/** The text of CHANGELOG.md. */
	changelog: string;
}

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** The changelog section of a version, or undefined if there is none. */
export function notesOf(version: string, changelog: string): string | undefined {
	const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version);
	return section?.split('\n').slice(1).join('\n').trim();
}

/** The contradictions of a release, each as a sentence. An empty list allows the release. */
export function contradictionsIn({ tag, version, changelog }: Release): string[] {
	const notes = notesOf(version, changelog);
	const [, newest] = /^## (\S+)/m.exec(changelog) ?? [];
	return [
		...(VERSION.test(version) ? [] : [`The version in package.json, ${version}, is not valid.`]),
		...(tag === `v${version}` ? [] : [`The tag is ${tag} and the version in package.json is ${version}: the tag must be v${version}.`]),
		...(notes ? [] : [`CHANGELOG.md has no section for ${version}.`]),
		...(!notes || newest === version ? [] : [`CHANGELOG.md begins with ${newest}: the section for ${version} must come first.`]),
	];
}
