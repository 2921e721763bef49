import { randomUUID } from 'node:crypto';

/** Measures how many deliveries a second an address accepts, ten in parallel. */
export async function deliveriesASecond(url: string, count: number): Promise<number> {
	let next = 0;
	const started = performance.now();
	const sender = async (): Promise<void> => {
		while (next++ < count) {
			const event = {
				id: randomUUID(),
				topic: 'bench',
				subject: 'Athletes/1/Badges/2',
				eventType: 'Badge.Awarded',
				eventTime: new Date().toISOString(),
				dataVersion: '1.0',
				metadataVersion: '1',
				data: {},
			};
			const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify([event]) });
			if (!response.ok) throw new Error(`The address answered a delivery with ${response.status}`);
			await response.text();
		}
	};
	await Promise.all(Array.from({ length: 10 }, sender));
	return count / ((performance.now() - started) / 1000);
}
