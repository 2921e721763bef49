export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call as the spec writes it (§4), method and path, ids in braces; also one that the spec does not show. */
export type FreeCall = `${Method} /${string}`;

/** The names in braces of a call's path: `'classId' | 'userId'`. */
export type PathNames<C extends string> = C extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** The method of a call. */
export const methodOf = (call: FreeCall): Method => call.slice(0, call.indexOf(' ')) as Method;

/** The path of a call, ids in braces. */
export const templateOf = (call: FreeCall): string => call.slice(call.indexOf(' ') + 1);

/** The names in braces of a call's path: `['classId', 'userId']`. */
export const pathNames = (call: FreeCall): string[] => [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** The permission that a call needs (§5 rule 3). */
export const permissionOf = (call: FreeCall): 'Read' | 'ReadWrite' => (methodOf(call) === 'GET' ? 'Read' : 'ReadWrite');
