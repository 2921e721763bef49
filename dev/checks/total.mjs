// Prints the total of `npm test` and `npm run test:n8n` in one line.
import { readdirSync, readFileSync } from 'node:fs';

const reports = readdirSync('.cache').filter((file) => /^test-\w+\.json$/.test(file));
const counts = reports.map((file) => JSON.parse(readFileSync(`.cache/${file}`, 'utf8')));
const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
