/** Whether a value is a JSON object, neither an array nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that the club has sent; an empty one where it is something else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether a value nests more levels of objects and arrays than these. */
export const isDeeper = (value: unknown, levels: number): boolean =>
	typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
