import fc from 'fast-check';

/** Under mutation every run draws the same examples, and the first that fails is enough. */
fc.configureGlobal({ seed: 1, endOnFailure: true });
