/** Whether a value is a JSON object, neither an array nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is no object and no array. */
export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A value of the club as text; an empty text if the value is not one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
