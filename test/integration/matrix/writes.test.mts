import { testMatrix } from './support/matrix.mts';
import { subjects } from './support/bench.mts';

testMatrix(subjects.filter(({ operation: { calls } }) => calls.some((call) => !call.startsWith('GET '))));
