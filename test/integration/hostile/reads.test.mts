import { testHostile } from './support/suite.mts';

testHostile(({ calls }) => calls.every((call) => call.startsWith('GET ')));
