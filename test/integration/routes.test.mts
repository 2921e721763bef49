import { ENDPOINTS } from '../../nodes/shared/api/endpoints';
import { startSandbox } from '../../sandbox/index.mts';
import { operations } from './support/operations.mts';

/** A call as any path with ids in its place: the names of ids differ between the spec's parts. */
const shapeOf = (call: string): string => call.replace(/\{\w+\}/g, '{}');

test('every route of the API is reached by an operation, and every call of an operation is a route of the API', async () => {
	const sandbox = await startSandbox();
	await sandbox.close();
	const calls = operations.flatMap(({ operation }) => operation.calls).map(shapeOf);
	const routes = sandbox.routes.map(shapeOf);
	expect(routes.filter((route) => !calls.includes(route))).toEqual([]);
	expect(calls.filter((call) => !routes.includes(call))).toEqual([]);
	expect(Object.keys(ENDPOINTS).map(shapeOf).sort()).toEqual([...routes].sort());
});
