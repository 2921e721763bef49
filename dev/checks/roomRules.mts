/** The imports of each file, types included, as paths in the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const SHARED = ['nodes/shared/api', 'nodes/shared/transport', 'nodes/shared/lists', 'nodes/shared/events', 'nodes/shared/panel.ts'];
/** What an operation is declared with and may call, from the lowest room up. `nodes/Club` itself is `operation.ts` and `panel.ts`. */
const IN_CLUB = ['nodes/Club/fields', 'nodes/Club/pickers', 'nodes/Club/calls', 'nodes/Club'];
const NODES = [
	...SHARED,
	'credentials',
	'nodes/Club/fields',
	'nodes/Club/pickers',
	'nodes/Club/calls',
	'nodes/Club',
	'nodes/Club/run',
	'nodes/Club/check',
	'nodes/Club/resources',
	'nodes/Club/Club.node.ts',
	'nodes/ClubTrigger',
	'nodes/ClubPollTrigger',
];

/** The rooms (folders or files) and the rooms that each may import from. Any other folder belongs to the room around it. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
	'nodes/shared/api': [],
	'nodes/shared/transport': ['nodes/shared/api'],
	'nodes/shared/panel.ts': ['nodes/shared/transport'],
	'nodes/shared/lists': ['nodes/shared/api', 'nodes/shared/transport'],
	'nodes/shared/events': ['nodes/shared/api', 'nodes/shared/transport', 'nodes/shared/lists', 'nodes/shared/panel.ts'],
	credentials: ['nodes/shared/api', 'nodes/shared/transport'],
	'nodes/Club/fields': SHARED,
	'nodes/Club/pickers': [...SHARED, 'nodes/Club/fields'],
	'nodes/Club/calls': [...SHARED, 'nodes/Club/fields', 'nodes/Club/pickers'],
	'nodes/Club': [...SHARED, 'nodes/Club/fields', 'nodes/Club/calls'],
	'nodes/Club/run': [...SHARED, ...IN_CLUB],
	'nodes/Club/check': [...SHARED, ...IN_CLUB, 'nodes/Club/run'],
	'nodes/Club/resources': [...SHARED, ...IN_CLUB, 'nodes/Club/run', 'nodes/Club/check'],
	'nodes/Club/Club.node.ts': [...SHARED, ...IN_CLUB, 'nodes/Club/run', 'nodes/Club/resources'],
	'nodes/ClubTrigger': SHARED,
	'nodes/ClubPollTrigger': SHARED,
	// With facts from the nodes, the sandbox would repeat their errors instead of finding them.
	sandbox: [],
	'dev/host': ['sandbox', ...NODES],
	'dev/demo': ['dev/host', 'sandbox'],
	'dev/docs': ['dev/host', 'dev/demo', 'sandbox', ...NODES],
	'dev/bench': ['dev/host', 'sandbox', 'nodes/shared/transport'],
	'dev/evals': ['dev/host', 'dev/demo', 'sandbox', 'nodes/Club/Club.node.ts', 'nodes/ClubTrigger', 'nodes/ClubPollTrigger'],
	'dev/release': ['dev/host'],
	'dev/checks': ['dev/host', 'dev/docs', 'sandbox'],
	test: ['dev/host', 'dev/demo', 'dev/docs', 'dev/bench', 'dev/evals', 'dev/release', 'dev/checks', 'sandbox', ...NODES],
};

/** The transport files that resources may import: errors and the clock, but no HTTP. */
const ALLOWED_IN_RESOURCES = /^nodes\/shared\/transport\/(errors|process)\.ts$/;

/** The room of a file, or the file itself if it has no room. */
export function roomOf(file: string): string {
	const parts = file.split('/');
	for (let length = parts.length; length > 0; length--) {
		const room = parts.slice(0, length).join('/');
		if (room in ROOMS) return room;
	}
	return file;
}

/** The rooms that each room imports from, with the number of imports. */
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

/** Import circles: the first one from each file that was not visited before. */
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

/** The broken import rules, each as a sentence. */
export function brokenImportRules(imports: Imports): string[] {
	const pairs = [...imports].flatMap(([file, targets]) => targets.map((target) => ({ file, target })));
	const forbidden = pairs.filter(({ file, target }) => roomOf(file) !== roomOf(target) && !ROOMS[roomOf(file)]?.includes(roomOf(target)));
	const http = pairs.filter(
		({ file, target }) =>
			roomOf(file) === 'nodes/Club/resources' && roomOf(target) === 'nodes/shared/transport' && !ALLOWED_IN_RESOURCES.test(target),
	);
	return [
		...forbidden.map(
			({ file, target }) =>
				`${file} must not import ${target}: ${roomOf(file)} may not import from ${roomOf(target)}. See dev/checks/roomRules.mts.`,
		),
		...http.map(({ file, target }) => `${file} must not import ${target}: a resource must not use HTTP.`),
		...circlesIn(imports).map((circle) => `Files import each other: ${circle}.`),
	];
}
