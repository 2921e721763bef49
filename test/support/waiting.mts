/** Holds up what passes it, such as a call to the sandbox (`until: gate.pass`), until a test opens it. */
export class Gate {
	readonly reached: Promise<void>;
	/** Comes to the gate; settles when it is open. */
	readonly pass: () => Promise<void>;
	open!: () => void;

	constructor() {
		let reach: () => void;
		this.reached = new Promise((resolve) => (reach = resolve));
		const opened = new Promise<void>((resolve) => (this.open = resolve));
		this.pass = async () => {
			reach();
			await opened;
		};
	}
}

/** Waits a minute at most: what no test waits for any more would keep its process from ending. */
export async function until(isTrue: () => boolean): Promise<void> {
	for (let turn = 0; !isTrue(); turn++) {
		if (turn === 3_000) throw new Error('It has not come within a minute');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
