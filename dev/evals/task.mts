import type { Deeds, Model } from './agent.mts';
import { work } from './agent.mts';
import { frontDeskAgent } from './frontDeskAgent.mts';
import type { Scene } from './scene.mts';
import { openScene } from './scene.mts';
import { changesBetween, stateOf } from './state.mts';

/** A task for an agent, with its expected result. */
export interface Task {
	ask: string;
	/** Maximum number of calls to the club. */
	calls: number;
	/** Patterns that the answer must match. */
	says?(scene: Scene): RegExp[];
	/** The exact changes in the club. Default: none. */
	changes?(scene: Scene): string[];
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

const listed = (things: readonly unknown[]): string => things.join('; ') || 'nothing';

function judge(task: Task, scene: Scene, { answer }: Deeds, calls: number, changes: readonly string[]): string[] {
	const wanted = [...(task.changes?.(scene) ?? [])].sort();
	const wrong: string[] = [];
	if (listed(changes) !== listed(wanted)) wrong.push(`Changed: ${listed(changes)}. Expected: ${listed(wanted)}.`);
	if (calls > task.calls) wrong.push(`It cost ${calls} calls, ${task.calls} are enough.`);
	for (const pattern of task.says?.(scene) ?? []) if (!pattern.test(answer)) wrong.push(`The answer does not say ${String(pattern)}.`);
	for (const { rule } of scene.sandbox.breaches) wrong.push(`A rule of the API was broken: ${rule}.`);
	if (!answer) wrong.push('It did not finish.');
	return wrong;
}

/** Runs a task with a model in a new club. */
export async function attempt(task: Task, model: Model): Promise<Result> {
	const scene = await openScene();
	try {
		const before = stateOf(scene.sandbox.club);
		const deeds = await work(model, frontDeskAgent(), task.ask, scene.sandbox);
		const [calls, changes] = [scene.sandbox.requests.length, changesBetween(before, stateOf(scene.sandbox.club))];
		return { ...deeds, calls, changes, wrong: judge(task, scene, deeds, calls, changes) };
	} finally {
		await scene.sandbox.close();
	}
}
