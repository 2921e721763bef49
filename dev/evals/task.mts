import type { Deeds, Model } from './agent.mts';
import { work } from './agent.mts';
import type { Scene } from './scene.mts';
import { openScene } from './scene.mts';
import type { Script } from './scripted.mts';
import { changesBetween, stateOf } from './state.mts';
import type { TeamName } from './teams.mts';
import { teams } from './teams.mts';

/** What a member of a team asks an agent for, and what must come of it. */
export interface Task {
	team: TeamName;
	ask: string;
	/** Most calls to the club. */
	calls: number;
	/** What the answer must say. */
	says?(scene: Scene): RegExp[];
	/** The athletes whom the answer must name by id, all of them and nobody else. */
	names?(scene: Scene): number[];
	/** All that must have changed in the club; nothing else may have, and nothing where this is left out. */
	changes?(scene: Scene): string[];
	/** What the person says to the first answer. */
	reply?: string;
	/** What is different in the club. */
	prepare?(scene: Scene): void;
	/** What a model did that got it right. */
	script: Script;
}

/** What came of a task. */
export interface Result extends Deeds {
	/** Calls that the club has counted. */
	calls: number;
	/** What has changed in the club. */
	changes: string[];
	/** What is wrong, each as a sentence; nothing where all is right. */
	wrong: string[];
}

/** The ids of athletes in a text. */
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

/**
 * Gives a task to a model in a club of its own, and says what came of it.
 * @param prepare what is different in this club
 */
export async function attempt(task: Pick<Task, 'team'> & Task, model: Model, prepare?: (scene: Scene) => void): Promise<Result> {
	const scene = await openScene();
	try {
		task.prepare?.(scene);
		prepare?.(scene);
		const before = stateOf(scene.sandbox.club);
		const deeds = await work(model, teams[task.team], task.ask, scene.sandbox, task.reply);
		const [calls, changes] = [scene.sandbox.requests.length, changesBetween(before, stateOf(scene.sandbox.club))];
		return { ...deeds, calls, changes, wrong: judge(task, scene, deeds, calls, changes) };
	} finally {
		await scene.sandbox.close();
	}
}
