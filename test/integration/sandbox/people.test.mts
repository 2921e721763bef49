import type { IDataObject } from 'n8n-workflow';
import { receiver, server } from './support/server.mts';

/** The sandbox as strict with people as the spec, asked without the nodes. */

const club = server();
const endpoint = receiver();
const create = async (body: IDataObject) => (await club.ask('POST', '/Athletes', body)).body as IDataObject & { User: IDataObject };
const contact = () => club.sandbox.act.addContact({ ClientStage: 'Prospect' });

test('a create with the email of a contact invites them, once (§3.3)', async () => {
	const { UserId, Email } = contact();
	expect(await create({ Email })).toEqual({ Result: 'Invited', User: { UserId, Email } });
	expect(await create({ Email })).toEqual({ Result: 'PendingInvitation', User: { UserId, Email } });
	expect((await club.ask('GET', `/Contacts/${UserId}`)).status).toBe(200);
});

test('a confirmed contact becomes an athlete with the same ID (§3.3, §6.2)', async () => {
	await club.ask('POST', '/Webhooks/Subscriptions', { Url: endpoint.address(), EventTypes: ['Contact.Deleted', 'Athlete.Created'] });
	await club.sandbox.delivery.idle();
	const { UserId, Email } = contact();
	expect(await create({ Email, UserConfirmed: true, FirstMidName: 'Ignored' })).toMatchObject({ Result: 'Added', User: { UserId, Email } });
	await club.sandbox.delivery.idle();
	expect((await club.ask('GET', `/Contacts/${UserId}`)).status).toBe(404);
	expect((await club.ask('GET', `/Athletes/${UserId}`)).body).toMatchObject({ Email, ClientStage: 'Prospect' });
	expect((await club.ask('GET', `/Athletes/${UserId}`)).body.FirstMidName).not.toBe('Ignored');
	expect(endpoint.received.slice(1).map(({ eventType, data }) => [eventType, (data as IDataObject).Reason])).toEqual(
		expect.arrayContaining([
			['Contact.Deleted', 'ConvertedToAthlete'],
			['Athlete.Created', undefined],
		]),
	);
});

test('an invited person who is confirmed is added (§3.3)', async () => {
	const { Email } = contact();
	await create({ Email });
	expect((await create({ Email, UserConfirmed: true })).Result).toBe('Added');
});

test('a former athlete comes back with the same ID (§1)', async () => {
	const { User } = await create({ Email: 'back@example.com', FirstMidName: 'Bo' });
	await club.ask('DELETE', `/Athletes/${User.UserId as number}`);
	expect((await create({ Email: 'back@example.com' })).Result).toBe('Invited');
	expect(await create({ Email: 'back@example.com', UserConfirmed: true })).toMatchObject({
		Result: 'Added',
		User: { UserId: User.UserId, FirstMidName: 'Bo' },
	});
});

test('a verified email and sensors are stored for a known person, sensors once (§3.3)', async () => {
	const [athlete] = await club.rows('/Athletes');
	club.sandbox.dialect.sensors = 'given';
	const [one, two] = ['1', '2'].map((SensorSN) => ({ SensorBrand: 'Polar', SensorSN }));
	const read = async () => (await club.ask('GET', `/Athletes/${athlete.UserId as number}`)).body;
	expect((await create({ Email: athlete.Email, EmailVerified: true, Sensors: [one] })).Result).toBe('AlreadyInClub');
	await create({ Email: athlete.Email, EmailVerified: false, Sensors: [one, two] });
	await create({ Email: athlete.Email, Sensors: [] });
	expect(await read()).toMatchObject({ EmailVerified: true, Sensors: [one, two] });
	const { Email, UserId } = contact();
	await create({ Email, EmailVerified: true });
	expect((await club.ask('GET', `/Contacts/${UserId}`)).body.EmailVerified).toBe(true);
});

test('an update changes properties of the profile and nothing else (§2.4)', async () => {
	const [athlete] = await club.rows('/Athletes');
	const path = `/Athletes/${athlete.UserId as number}`;
	const { body } = await club.ask('PUT', path, {
		UserId: 1,
		IsDemo: true,
		ClientStage: 'Client',
		IsGuest: true,
		Nickname: 'x',
		Country: 'NO',
		Phone: null,
	});
	expect(body).toEqual({ ...athlete, Country: 'NO' });
});

test('the email of a contact is in use (§4.2)', async () => {
	const [athlete] = await club.rows('/Athletes');
	const { body } = await club.ask('PUT', `/Athletes/${athlete.UserId as number}`, { Email: contact().Email });
	expect(body.ErrorType).toBe('EmailAlreadyInUse');
});

test('a membership that is not active takes no booking (§3.4)', async () => {
	const { UserId } = club.sandbox.act.addAthlete();
	const { UserClassSubscriptionId: id } = club.sandbox.act.addSubscription(UserId);
	expect(club.sandbox.act.bookClass(UserId).UserClassSubscriptionId).toBe(id);
	club.sandbox.act.cancelBooking(UserId);
	club.sandbox.act.expireSubscription(id);
	expect(club.sandbox.act.bookClass(UserId).UserClassSubscriptionId).toBeNull();
});

test('a bound of 0 is unset at the summaries, and wrong elsewhere (§4.2, §8)', async () => {
	for (const kind of ['Engagement', 'Membership', 'Attendance']) {
		expect((await club.ask('GET', `/Athletes/${kind}Summaries?fromId=0&toId=0&count=3`)).body).toMatchObject({ Results: { length: 3 } });
	}
	expect((await club.ask('GET', '/Athletes?fromId=0')).status).toBe(400);
	expect((await club.ask('GET', '/BadgeAwards?toId=0')).status).toBe(400);
});
