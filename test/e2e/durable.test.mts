import { useHost } from './support/host.mts';
import { ATHLETES, itTellsOnce } from './support/pollScenarios.mts';

/** What n8n wants set for polls whose memory is stored together with the execution; it looks for due polls each second. */
const DURABLE = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
};

describe('The Club Poll Trigger in an n8n with durable cursors', () => {
	itTellsOnce(useHost({ sandbox: { athletes: ATHLETES, rate: false }, env: DURABLE }));
});
