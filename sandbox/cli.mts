import { parseArgs } from 'node:util';
import { MEMBERS } from './data/people.mts';
import { dialectFrom, READINGS } from './dialect.mts';
import { startSandbox } from './index.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '8787' },
		athletes: { type: 'string', default: String(MEMBERS.usual) },
		seed: { type: 'string', default: '1' },
		dialect: { type: 'string', default: 'default' },
		dialects: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

if (values.help) {
	console.log(`Starts a sandbox club on this machine.

  --port 8787           the port of its address
  --athletes ${MEMBERS.usual}        how many athletes it has, ${MEMBERS.fewest} to ${MEMBERS.most}
  --seed 1              the same seed gives the same club
  --dialect default     how the club behaves where the API's description leaves it open, such as
                        idOrder=descending,nulls=missing (sandbox/dialect.mts says what each means)
  --dialects            print the answers to choose from, the default first`);
	process.exit(0);
}

if (values.dialects) {
	for (const [name, readings] of Object.entries(READINGS)) console.log(`${name}: ${readings.join(', ')}`);
	process.exit(0);
}

const start = async () =>
	await startSandbox({
		port: Number(values.port),
		athletes: Number(values.athletes),
		seed: Number(values.seed),
		dialect: dialectFrom(values.dialect),
	});
const sandbox = await start().catch((error: NodeJS.ErrnoException) => {
	console.error(error.code === 'EADDRINUSE' ? `Another program uses port ${values.port}. Choose another port with --port.` : error.message);
	process.exit(1);
});

console.log(`The sandbox club is running.

  Base URL          ${sandbox.url}
  Subscription Key  ${sandbox.keys.subscriptionKey}
  Club API Key      ${sandbox.keys.clubApiKey}

Press Ctrl-C to stop it.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
