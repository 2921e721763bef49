import fc from 'fast-check';
import { methodOf, pathNames, permissionOf } from '../../../../nodes/shared/api/endpoints';
import { pathOf } from '../../../../nodes/shared/transport/callValues';

const CALL = 'GET /Webhooks/Subscriptions/{subscriptionId}';

describe('the path of a call', () => {
	test('has its IDs, its method and its permission', () => {
		expect(pathNames('GET /Classes/{classId}/Participants/{userId}')).toEqual(['classId', 'userId']);
		expect(methodOf('DELETE /Athletes/{userId}')).toBe('DELETE');
		expect(permissionOf('GET /Profile')).toBe('Read');
		expect(permissionOf('GET /Webhooks/Subscriptions')).toBe('ReadWrite');
		expect(permissionOf('PUT /Athletes/{userId}')).toBe('ReadWrite');
	});

	test('encodes an ID as one segment, whatever is in it', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
				let path: string;
				try {
					path = pathOf(CALL, { subscriptionId: id });
				} catch {
					return;
				}
				const url = new URL(`https://club.example${path}`);
				expect(url.pathname.split('/')).toHaveLength(4);
				expect(url.search + url.hash).toBe('');
				expect(url.pathname.startsWith('/Webhooks/Subscriptions/')).toBe(true);
				expect(decodeURIComponent(url.pathname.split('/')[3])).toBe(id);
			}),
		);
	});

	test.each(['', '.', '..', ' ', '...', undefined])('refuses %p as an ID', (id) => {
		expect(() => pathOf(CALL, { subscriptionId: id })).toThrow(
			expect.objectContaining({
				message: `"${id ?? ''}" cannot be used as subscriptionId`,
				description: 'Enter the ID as the API shows it.',
			}) as Error,
		);
	});

	test('encodes slashes, queries and fragments', () => {
		expect(pathOf('GET /Athletes/{userId}', { userId: '7/../../Webhooks?x=1#y' })).toBe('/Athletes/7%2F..%2F..%2FWebhooks%3Fx%3D1%23y');
	});
});
