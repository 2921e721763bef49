/** Whether a value is a JSON object, neither an array nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that the club has sent; an empty one where it is something else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
