import { testMatrix } from './support/matrix.mts';
import { subjects, way } from './support/bench.mts';
import { locator } from '../../support/node.mts';

const onlyChanges = { options: { onlyChanges: true } };
const THIRTY_HOURS = { from: '2026-10-27T09:00:00', to: '2026-10-28T15:00:00' };

testMatrix([
	...subjects.filter(({ operation: { calls } }) => calls.some((call) => !call.startsWith('GET '))),
	// Ways that make other calls than the example: look-ups of addresses, current values in pages, windows of telemetry.
	way('athlete.update', 'by address', { userId: locator('email', '={{ $json.email }}') }),
	way('athlete.setClientStage', 'of what changes', onlyChanges),
	way('contact.setClientStage', 'of what changes', onlyChanges),
	way('training.getAll', 'in windows of telemetry', { filters: THIRTY_HOURS, options: { withTelemetry: true } }),
]);
