import { testMatrix } from './support/matrix.mts';
import { subjects } from './support/bench.mts';

testMatrix(subjects.filter(({ operation: { list } }) => list));
