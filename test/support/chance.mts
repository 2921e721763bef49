// What tests and nodes leave to chance comes out the same in each run.
import { randomFrom } from '../../sandbox/random.mts';

Math.random = randomFrom(Number(process.env.CLUB_TEST_SEED)).next;
