/** The clock of a sandbox beside a real n8n: it goes on by itself, and can be put forward. */
export class SandboxClock {
	private aheadMs = 0;

	readonly now = (): Date => new Date(Date.now() + this.aheadMs);

	forward(ms: number): void {
		this.aheadMs += ms;
	}
}
