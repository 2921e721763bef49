/** Which file imports which, types included, by their paths in the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const SHARED = ['nodes/shared/api', 'nodes/shared/transport', 'nodes/shared/records', 'nodes/shared/panel'];
const NODES = [
	...SHARED,
	'credentials',
	'nodes/Club',
	'nodes/Club/resources',
	'nodes/Club/Club.node.ts',
	'nodes/ClubTrigger',
	'nodes/ClubPollTrigger',
];

/** The rooms of the house, and what each may import from; a room that is not named here belongs to the one around it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
	'nodes/shared/api': [],
	'nodes/shared/transport': ['nodes/shared/api'],
	'nodes/shared/records': ['nodes/shared/api', 'nodes/shared/transport'],
	'nodes/shared/panel': SHARED,
	credentials: ['nodes/shared/api', 'nodes/shared/transport'],
	'nodes/Club': SHARED,
	'nodes/Club/resources': [...SHARED, 'nodes/Club'],
	'nodes/Club/Club.node.ts': [...SHARED, 'nodes/Club', 'nodes/Club/resources'],
	'nodes/ClubTrigger': SHARED,
	'nodes/ClubPollTrigger': SHARED,
	sandbox: ['nodes/shared/api'],
	'dev/host': ['sandbox', ...NODES],
	'dev/demo': ['dev/host', 'sandbox'],
	'dev/docs': ['dev/host', 'dev/demo', 'sandbox', ...NODES],
	'dev/bench': ['dev/host', 'sandbox', 'nodes/shared/transport'],
	'dev/evals': ['dev/host', 'dev/demo', 'sandbox', 'nodes/Club/Club.node.ts', 'nodes/ClubTrigger', 'nodes/ClubPollTrigger'],
	'dev/release': ['dev/host'],
	'dev/checks': ['dev/host', 'dev/docs', 'sandbox'],
	test: ['dev/host', 'dev/demo', 'dev/docs', 'dev/bench', 'dev/evals', 'dev/release', 'dev/checks', 'sandbox', ...NODES],
};

/** What the resources may know of the transport: what went wrong; never HTTP. */
const KNOWN_TO_RESOURCES = /^nodes\/shared\/transport\/errors\.ts$/;

/** What the sandbox may know of the nodes: the questions that the document leaves open; never what the nodes send. */
const KNOWN_TO_SANDBOX = /^nodes\/shared\/api\/readings\.ts$/;

/** The room of a file; the file itself where nobody has given it one. */
export function roomOf(file: string): string {
	const parts = file.split('/');
	for (let length = parts.length; length > 0; length--) {
		const room = parts.slice(0, length).join('/');
		if (room in ROOMS) return room;
	}
	return file;
}

/** The rooms that each room imports from, and how often. */
export function arrowsOf(imports: Imports): Map<string, Map<string, number>> {
	const arrows = new Map<string, Map<string, number>>();
	for (const [file, targets] of imports) {
		const from = roomOf(file);
		for (const to of targets.map(roomOf).filter((room) => room !== from)) {
			const counts = arrows.get(from) ?? new Map<string, number>();
			arrows.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
		}
	}
	return arrows;
}

/** Files that import each other, by whatever way round: the first circle from each file that has not been seen before. */
function circlesIn(imports: Imports): string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, path: string[]): void => {
		if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
		if (done.has(file)) return;
		for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
		done.add(file);
	};
	for (const file of imports.keys()) visit(file, []);
	return circles;
}

/** What is wrong with the imports of the house, each as a sentence. */
export function wrongIn(imports: Imports): string[] {
	const pairs = [...imports].flatMap(([file, targets]) => targets.map((target) => ({ file, target })));
	const back = pairs.filter(({ file, target }) => roomOf(file) !== roomOf(target) && !ROOMS[roomOf(file)]?.includes(roomOf(target)));
	const http = pairs.filter(
		({ file, target }) =>
			roomOf(file) === 'nodes/Club/resources' && roomOf(target) === 'nodes/shared/transport' && !KNOWN_TO_RESOURCES.test(target),
	);
	const known = pairs.filter(
		({ file, target }) => roomOf(file) === 'sandbox' && roomOf(target) === 'nodes/shared/api' && !KNOWN_TO_SANDBOX.test(target),
	);
	return [
		...known.map(({ file, target }) => `${file} must not import ${target}: the sandbox is written from the document.`),
		...back.map(({ file, target }) => `${file} must not import ${target}: ${roomOf(file)} is below ${roomOf(target)}, or apart from it.`),
		...http.map(({ file, target }) => `${file} must not import ${target}: a resource knows nothing of HTTP.`),
		...circlesIn(imports).map((circle) => `Files import each other: ${circle}.`),
	];
}
