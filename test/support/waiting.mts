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

export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
