import type { Deeds, Model } from './agent.mts';
import { work } from './agent.mts';
import type { Scene } from './scene.mts';
import { openScene } from './scene.mts';
import type { Script } from './scripted.mts';
import { changesBetween, stateOf } from './state.mts';
import type { TeamName } from './teams.mts';
import { teams } from './teams.mts';

/** A task for an agent, with its expected result. */
export interface Task {
	team: TeamName;
	ask: string;
	/** Maximum number of calls to the club. */
	calls: number;
	/** Patterns that the answer must match. */
	says?(scene: Scene): RegExp[];
	/** IDs of the athletes that the answer must name, and no others. */
	names?(scene: Scene): number[];
	/** The exact changes in the club. Default: none. */
	changes?(scene: Scene): string[];
	/** The reply of the user to the first answer. */
	reply?: string;
	/** Changes the club before the task. */
	prepare?(scene: Scene): void;
	/** Choices that do the task, which prove that the tools are enough. A test runs them; a live model makes its own. */
	script: Script;
}

/** The result of a task. */
export interface Result extends Deeds {
	/** Calls that the club counted. */
	calls: number;
	/** The changes in the club. */
	changes: string[];
	/** The errors, each as a sentence. */
	wrong: string[];
}

/** The athlete IDs in a text. */
function idsIn(text: string, { sandbox }: Scene): number[] {
	const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
	return [...numbers].filter((number) => sandbox.club.athletes.has(number)).sort((a, b) => a - b);
}

const listed = (things: readonly unknown[]): string => things.join('; ') || 'nothing';

function judge(task: Task, scene: Scene, { answer }: Deeds, calls: number, changes: readonly string[]): string[] {
	const wanted = [...(task.changes?.(scene) ?? [])].sort();
	const ids = task.names?.(scene).sort((a, b) => a - b);
	const wrong: string[] = [];
	if (listed(changes) !== listed(wanted)) wrong.push(`Changed: ${listed(changes)}. Expected: ${listed(wanted)}.`);
	if (calls > task.calls) wrong.push(`It cost ${calls} calls, ${task.calls} are enough.`);
	for (const pattern of task.says?.(scene) ?? []) if (!pattern.test(answer)) wrong.push(`The answer does not say ${String(pattern)}.`);
	if (ids && listed(idsIn(answer, scene)) !== listed(ids))
		wrong.push(`The answer names ${listed(idsIn(answer, scene))}; it should name ${listed(ids)}.`);
	for (const { rule } of scene.sandbox.breaches) wrong.push(`A rule of the API was broken: ${rule}.`);
	if (!answer) wrong.push('It did not finish.');
	return wrong;
}

/** Runs a task with a model in a new club. */
export async function attempt(task: Task, model: Model): Promise<Result> {
	const scene = await openScene();
	try {
		task.prepare?.(scene);
		const before = stateOf(scene.sandbox.club);
		const deeds = await work(model, teams[task.team], task.ask, scene.sandbox, task.reply);
		const [calls, changes] = [scene.sandbox.requests.length, changesBetween(before, stateOf(scene.sandbox.club))];
		return { ...deeds, calls, changes, wrong: judge(task, scene, deeds, calls, changes) };
	} finally {
		await scene.sandbox.close();
	}
}
