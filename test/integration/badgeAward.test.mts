import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Award } from '../../sandbox/types.mts';
import { testClub } from '../support/club.mts';
import { locator } from '../support/node.mts';
import { recordsIn } from '../support/shown.mts';

const club = testClub();
const get = (more = {}) => ({ resource: 'badgeAward', operation: 'get', ...more });
const getAll = (more = {}) => ({ resource: 'badgeAward', operation: 'getAll', ...more });
const awards = (): Award[] => [...club.sandbox.club.awards.values()].sort((a, b) => b.AchievedBadgeId - a.AchievedBadgeId);
const answered = (records: Award[]) => recordsIn(club.sandbox, records as never);

describe('badge award: get', () => {
	test('gives each award as the API shows it', async () => {
		const [first, second] = awards();
		const { rows, output } = await club.run(get({ achievedBadgeId: '={{ $json.id }}' }), {
			items: [{ id: first.AchievedBadgeId }, { id: second.AchievedBadgeId }],
		});
		expect(rows).toEqual(answered([first, second]));
		expect(output[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(club.calls()).toEqual([`GET /BadgeAwards/${first.AchievedBadgeId}`, `GET /BadgeAwards/${second.AchievedBadgeId}`]);
	});

	test.each([0, -1, 2147483648, 'badge-7', ''])('%j is refused without a call', async (achievedBadgeId) => {
		const { error } = await club.run(get({ achievedBadgeId }));
		expect(error?.message).toMatch(/Achieved Badge ID/);
		expect(club.calls()).toEqual([]);
	});

	test('an award that cannot be seen says what to check', async () => {
		const { error } = await club.run(get({ achievedBadgeId: 5 }));
		expect(error?.description).toMatch(/not a BadgeId.*HTTP 404/);
	});
});

describe('the picture of an award', () => {
	let host: Server;
	let origin = '';
	const seen: Array<Record<string, unknown>> = [];

	beforeAll(async () => {
		host = createServer((request, response) => {
			seen.push(request.headers);
			if (request.url === '/gone.png') response.writeHead(404).end();
			else if (request.url === '/inside.png') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
			else if (request.url === '/moved.png') response.writeHead(301, { location: '/designs/new.png' }).end();
			else if (request.url === '/huge.png')
				response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(60_000_000)));
			else if (request.url === '/packed.png')
				response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.from([137, 80, 78, 71])));
			else response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 80, 78, 71]));
		});
		await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
		origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
	});
	afterAll(() => host.close());

	const withPicture = async (PictureUri: unknown) => {
		const [award] = awards();
		Object.assign(award, { PictureUri });
		return { award, outcome: await club.run(get({ achievedBadgeId: award.AchievedBadgeId, options: { downloadPicture: true } })) };
	};

	test('comes as a file with its type and name, and no key goes to its host', async () => {
		const { award, outcome } = await withPicture(`${origin}/designs/Guld%20%C3%A5r.png?size=64`);
		const [item] = outcome.output[0];
		expect([item.json]).toEqual(answered([award]));
		expect(item.binary?.picture).toMatchObject({ mimeType: 'image/png', fileName: 'Guld år.png' });
		expect(Buffer.from(item.binary!.picture.data, 'base64')).toEqual(Buffer.from([137, 80, 78, 71]));
		const { subscriptionKey, clubApiKey } = club.sandbox.keys;
		expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${subscriptionKey}|${clubApiKey}|authorization|x-sub-key`, 'i'));
	});

	test.each([[null], [undefined], ['']])('that has no address (%s) is left out, and the award comes', async (address) => {
		const { award, outcome } = await withPicture(address);
		expect(outcome.output[0]).toEqual([{ json: answered([award])[0], pairedItem: { item: 0 } }]);
	});

	test.each([
		['gone.png', /HTTP 404/],
		['nowhere', /ECONNREFUSED/],
	])('that cannot be fetched (%s) is an error that says so', async (name, reason) => {
		const { outcome } = await withPicture(name === 'nowhere' ? 'http://127.0.0.1:9/a.png' : `${origin}/${name}`);
		expect(outcome.error?.message).toBe('The picture could not be fetched');
		expect(outcome.error?.description).toMatch(reason);
	});

	test.each(['http://169.254.169.254/latest/meta-data', 'https://10.0.0.7/a.png', 'https://printer.local/'])(
		'in a private network (%s) is not fetched',
		async (uri) => {
			const { outcome } = await withPicture(uri);
			expect(outcome.error?.message).toBe('The picture was not fetched, because its address is in a private network');
		},
	);

	test.each(['moved.png', 'packed.png'])('comes from where it has moved to, and unpacked (%s)', async (name) => {
		const { outcome } = await withPicture(`${origin}/${name}`);
		expect(Buffer.from(outcome.output[0][0].binary!.picture.data, 'base64')).toEqual(Buffer.from([137, 80, 78, 71]));
	});

	test('that leads to a private network is not followed there', async () => {
		const { outcome } = await withPicture(`${origin}/inside.png`);
		expect(outcome.error?.message).toBe('The picture was not fetched, because its address is in a private network');
	});

	describe('whose name leads elsewhere from one look to the next', () => {
		afterEach(() => jest.restoreAllMocks());

		/** Each look finds the next address, the last one again and again, and none where it is empty; requests find this machine. */
		function leadsTo(...addresses: string[]) {
			const looks: string[] = [];
			jest.spyOn(dns.promises, 'lookup').mockImplementation((async (name: string) => {
				const address = addresses[Math.min(looks.push(name), addresses.length) - 1];
				if (!address) throw Object.assign(new Error(`getaddrinfo ESERVFAIL ${name}`), { code: 'ESERVFAIL' });
				return [{ address, family: 4 }];
			}) as never);
			type Found = (error: null, address: unknown, family?: number) => void;
			jest
				.spyOn(dns, 'lookup')
				.mockImplementation(((_name: string, options: { all?: boolean }, found: Found) =>
					options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)) as never);
			return looks;
		}
		const at = (name: string) => `http://${name}:${new URL(origin).port}/a.png`;

		test('is passed on while that is the internet', async () => {
			const looks = leadsTo('93.184.216.34');
			const { outcome } = await withPicture(at('steady.example'));
			expect(outcome.output[0][0].binary?.picture).toMatchObject({ fileName: 'a.png' });
			expect(looks).toEqual(['steady.example', 'steady.example']);
		});

		test('is not passed on where that is a private network by the time of the answer', async () => {
			leadsTo('93.184.216.34', '127.0.0.1');
			const { outcome } = await withPicture(at('rebound.example'));
			expect(outcome.error?.message).toBe('The picture was not fetched, because its address is in a private network');
		});

		test('is not asked for where it leads nowhere at first', async () => {
			seen.length = 0;
			leadsTo('', '127.0.0.1');
			const { outcome } = await withPicture(at('nowhere.example'));
			expect(outcome.error?.message).toBe('The picture could not be fetched');
			expect(outcome.error?.description).toMatch(/^nowhere\.example:\d+ gave ESERVFAIL\./);
			expect(seen).toEqual([]);
		});
	});

	test('of 58 kB that would be 60 MB unpacked is left where it is', async () => {
		const { outcome } = await withPicture(`${origin}/huge.png`);
		expect(outcome.error?.message).toBe('The picture is larger than 10 MB');
		expect(outcome.error?.description).toMatch(
			/^127\.0\.0\.1:\d+ returned a file of that size\. Turn the download off to get the record without it\./,
		);
	});

	test.each(['/pictures/a.png', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 7])('at %j is fetched from nowhere', async (uri) => {
		const { outcome } = await withPicture(uri);
		expect(outcome.error?.message).toBe('The picture has no valid web address');
	});
});

describe('badge award: get many', () => {
	test('gives the newest first, page after page', async () => {
		const { rows } = await club.run(getAll({ returnAll: true, options: { pageSize: 100 } }));
		expect(rows).toEqual(answered(awards()));
		expect(club.calls().length).toBeLessThanOrEqual(5);
		expect((await club.run(getAll({ limit: 3 }))).rows).toEqual(answered(awards().slice(0, 3)));
		expect(club.calls()).toEqual(['GET /BadgeAwards?count=3']);
	});

	test('descends below To ID and ascends from From ID', async () => {
		const middle = awards()[200].AchievedBadgeId;
		const below = await club.run(getAll({ returnAll: true, filters: { toId: middle }, options: { pageSize: 90 } }));
		expect(below.rows).toEqual(answered(awards().filter(({ AchievedBadgeId }) => AchievedBadgeId <= middle)));
		const above = await club.run(getAll({ returnAll: true, filters: { fromId: middle }, options: { pageSize: 90 } }));
		expect(above.rows).toEqual(
			answered(
				awards()
					.filter(({ AchievedBadgeId }) => AchievedBadgeId >= middle)
					.reverse(),
			),
		);
	});

	test('gives those of one athlete, by address too', async () => {
		const { UserId } = awards()[0];
		const athlete = club.sandbox.club.athletes.get(UserId)!;
		const { rows } = await club.run(getAll({ returnAll: true, filters: { userId: locator('email', athlete.Email) } }));
		expect(rows).toEqual(answered(awards().filter((award) => award.UserId === UserId)));
		expect(club.calls()[1]).toBe(`GET /Athletes/${UserId}/BadgeAwards?count=1000`);
	});

	test('somebody who is no athlete is told from an athlete without awards', async () => {
		const { error } = await club.run(getAll({ filters: { userId: locator('id', 999_999) } }));
		expect(error?.description).toMatch(/not a current athlete of the club/);
	});

	test('an athlete filter without a value is refused, not read as all athletes', async () => {
		const { error } = await club.run(getAll({ filters: { userId: locator('id', '') } }));
		expect(error?.message).toBe('"Athlete" is missing');
		expect(club.calls()).toEqual([]);
	});
});
