// Its import comes first: n8n-core reads its settings when it is loaded.
import '../../../../dev/host/environment.mts';
import { writeFileSync } from 'node:fs';
import '../../../integration/trigger/processed.mts';
import { setClock } from './clock.mts';
import { Month, type MonthOptions } from './month.mts';
import { resultOf } from './result.mts';

// A program of its own, since Jest cannot load all of n8n's nodes, and since its clock goes as the club lives.
const [options, file] = process.argv.slice(2);
const month = new Month({ ...(JSON.parse(options) as MonthOptions), setClock });
await month.run((day) => process.stderr.write(`Day ${day}: ${month.callsInAll} calls, ${month.mails.length} mails\n`));
writeFileSync(file, JSON.stringify(resultOf(month)));
// Connections and timers of the nodes may be open.
process.exit();
