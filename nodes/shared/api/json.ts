export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
