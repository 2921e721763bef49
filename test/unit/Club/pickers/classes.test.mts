import { DateTime } from 'luxon';
import { classes } from '../../../../nodes/Club/pickers/classes';

test.each(['America/New_York', 'Pacific/Auckland'])('a class of today is found as such at each hour of %s', (zone) => {
	for (let hour = 0; hour < 24; hour++) {
		jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, hour) });
		const evening = DateTime.now().setZone(zone).startOf('day').plus({ hours: 18 });
		for (const [days, word] of ['today', 'tomorrow'].entries())
			expect(classes.further!({ Begin: evening.plus({ days }).toUTC().toISO() }, zone)).toContain(word);
	}
});
