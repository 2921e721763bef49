const mockCalls = { underWay: 0 };

jest.mock('../../nodes/shared/transport/http', () => {
	const http = jest.requireActual<{ exchange: (...given: unknown[]) => Promise<unknown> }>('../../nodes/shared/transport/http');
	return {
		...http,
		async exchange(this: unknown, ...given: unknown[]) {
			mockCalls.underWay++;
			return await http.exchange.apply(this, given).finally(() => mockCalls.underWay--);
		},
	};
});

/** How many calls of the nodes wait for their answer. Import this before anything that imports the pack. */
export const calls: Readonly<{ underWay: number }> = mockCalls;
