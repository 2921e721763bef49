import type { IDataObject } from 'n8n-workflow';
import { testMatrix } from './support/matrix.mts';
import { idOf, subjects, type Subject } from './support/bench.mts';
import { locator } from '../../support/node.mts';

const way = (id: string, name: string, parameters: IDataObject): Subject => ({
	...subjects.find((subject) => idOf(subject) === id)!,
	way: { name, parameters },
});

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
