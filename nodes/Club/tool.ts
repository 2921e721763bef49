/** Texts that a model writes where it means nothing. */
const NOTHING: ReadonlySet<unknown> = new Set([undefined, null, '', 'null', 'undefined']);

/**
 * Whether a model has left a value out: n8n makes it fill in every parameter that it may, so that nothing comes as null,
 * as an empty text or object, or as a word for nothing.
 */
export function isLeftOut(value: unknown): boolean {
	if (NOTHING.has(typeof value === 'string' ? value.trim() : value)) return true;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const plain = Object.getPrototypeOf(value) === Object.prototype;
	return plain && ('__rl' in value && 'value' in value ? isLeftOut(value.value) : Object.keys(value).length === 0);
}
