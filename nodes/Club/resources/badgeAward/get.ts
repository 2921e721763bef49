import { ID } from '../../../shared/api/limits';
import { defineOperation, RecordWithFiles } from '../../operation';

export const get = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get badge award',
	description: 'Retrieve one badge award, optionally with its picture. For all badges of an athlete, use Get Many.',
	calls: ['GET /BadgeAwards/{achievedBadgeId}'],
	fields: [
		{
			displayName: 'Achieved Badge ID',
			name: 'achievedBadgeId',
			type: 'number',
			typeOptions: { minValue: ID.min, maxValue: ID.max },
			required: true,
			default: 0,
			description:
				'The AchievedBadgeId of the award, e.g. 4711. This is not the BadgeId of the badge design. The Club Trigger and Badge Award > Get Many give it.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Download Picture',
					name: 'downloadPicture',
					type: 'boolean',
					default: true,
					api: false,
					description: 'Whether to also download the picture of the badge, if it has one, as the binary file "picture"',
				},
			],
		},
	],
	advice: { 404: 'Check that this is an AchievedBadgeId, not a BadgeId. The awards of an athlete who has left the club are not visible.' },
	async run(session, { achievedBadgeId, options }) {
		const award = await session.send('GET /BadgeAwards/{achievedBadgeId}', { params: { achievedBadgeId } });
		return options.downloadPicture && award.PictureUri
			? new RecordWithFiles(award, { picture: await session.image(award.PictureUri, 'picture') })
			: award;
	},
});
