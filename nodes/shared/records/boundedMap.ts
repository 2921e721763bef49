/** A map that forgets its oldest entries, for what a process remembers. */
export class BoundedMap<V> extends Map<string, V> {
	/** @param most how many entries it holds */
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: V): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.most) {
			const [oldest] = this.keys();
			this.delete(oldest);
		}
		return this;
	}
}
