import type { Resource } from '../../nodes/Club/operation';
import { PROPERTIES } from '../../nodes/shared/api/properties';

/** Properties that the spec shows of each record (§2.3 to §2.13, §4.8), besides those that Simplify keeps. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
	athlete: ['Result', 'User', 'Password'],
	athleteSummary: PROPERTIES.attendanceSummary,
	badgeAward: PROPERTIES.badgeAward,
	booking: PROPERTIES.booking,
	challenge: [...PROPERTIES.challenge, ...PROPERTIES.challengeResult],
	class: PROPERTIES.booking,
	contact: PROPERTIES.contact,
	event: [
		'subject',
		'eventType',
		'ids',
		'userId',
		'record',
		'advice',
		'id',
		'topic',
		'eventTime',
		'data',
		'dataVersion',
		'metadataVersion',
		'sample',
		'madeUp',
		'note',
	],
	club: [
		...[
			'window',
			'limit',
			'left',
			'seconds',
			'calls',
			'lastHour',
			'last24Hours',
			'sinceStart',
			'since',
			'byWorkflow',
			'workflowId',
			'name',
		],
		...['forecast30Days', 'dailyCalls'],
		...['club', 'sample', 'reads', 'refused', 'stopped', 'permission', 'quota', 'report', 'call', 'status', 'rows', 'milliseconds'],
	],
	membershipProduct: PROPERTIES.product,
	webhookSubscription: PROPERTIES.webhookSubscription,
};

/** Properties that the node itself adds. */
const OURS = ['deleted', 'Outcome'];

/** Names that a preview of a resource may show: the club may send others, but nobody can know their names. */
export const shownOf = ({ value, operations }: Resource): ReadonlySet<string> =>
	new Set([...(SHOWN[value] ?? []), ...operations.flatMap(({ simplify = [] }) => simplify), ...OURS]);
