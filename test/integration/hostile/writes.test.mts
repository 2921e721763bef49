import { testHostile } from './support/suite.mts';

testHostile(({ calls }) => calls.some((call) => !call.startsWith('GET ')));
