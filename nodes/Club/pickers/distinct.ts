import type { INodeListSearchItems } from 'n8n-workflow';

/** What a person reads of a name: spaces and what cannot be seen make no difference. */
const seen = (name: string): string => name.replace(/[\s\p{C}]+/gu, ' ').trim();

/** The same entries of a drop-down with the id behind each name that reads like another one's. */
export function distinct(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const marked = new Set<unknown>();
	for (;;) {
		const named = items.map((item) => (marked.has(item.value) ? { ...item, name: `${item.name}, ID ${item.value}` } : item));
		const owners = new Map<string, unknown>();
		const before = marked.size;
		for (const { name, value } of named) {
			const other = owners.get(seen(name)) ?? value;
			if (other !== value) marked.add(other).add(value);
			owners.set(seen(name), value);
		}
		if (marked.size === before) return named;
	}
}
