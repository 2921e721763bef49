import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/**
 * Measures how many deliveries a second an address accepts, ten in parallel.
 * @param dataOf returns the data of the event with this number
 */
export async function deliveriesASecond(url: string, count: number, dataOf: (number: number) => IDataObject = () => ({})): Promise<number> {
	let next = 0;
	const started = performance.now();
	const sender = async (): Promise<void> => {
		while (next < count) {
			const event = {
				id: randomUUID(),
				topic: 'bench',
				subject: 'Athletes/1/Badges/2',
				eventType: 'Badge.Awarded',
				eventTime: new Date().toISOString(),
				dataVersion: '1.0',
				metadataVersion: '1',
				data: dataOf(next++),
			};
			const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([event]) });
			if (!response.ok) throw new Error(`The address answered a delivery with ${response.status}`);
			await response.text();
		}
	};
	await Promise.all(Array.from({ length: 10 }, sender));
	return count / ((performance.now() - started) / 1000);
}

/** The longest that n8n's health page takes while an address answers a delivery, in ms. */
async function longestHealthMs(n8n: string, url: string, body: string): Promise<number> {
	let isOver = false;
	const delivery = fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).finally(() => (isOver = true));
	let longest = 0;
	while (!isOver) {
		const began = performance.now();
		await (await fetch(`${n8n}/healthz`, { headers: { connection: 'close' } })).text();
		longest = Math.max(longest, performance.now() - began);
	}
	await delivery;
	return longest;
}

/**
 * Measures how long a delivery of 100,000 events holds n8n up, compared with one of that size that is refused unread because it has no
 * token. n8n reads the body of both.
 * @param url with its token
 * @returns the shortest of the rounds, in ms, so that nothing else on the machine counts
 */
export async function largeDeliveryMs(n8n: string, url: string, rounds: number): Promise<{ read: number; unread: number }> {
	const body = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => ({ id: n + 1, eventType: 'A' })));
	const shortest = { read: Infinity, unread: Infinity };
	for (let round = 0; round < rounds; round++) {
		shortest.unread = Math.min(shortest.unread, await longestHealthMs(n8n, url.split('?')[0], body));
		shortest.read = Math.min(shortest.read, await longestHealthMs(n8n, url, body));
	}
	return shortest;
}
