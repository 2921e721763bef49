/** A question that the API's description leaves open, and the answers that a club may give to it. */
export type Question = Open & (Checked | Unchecked);

interface Open {
	/** The part of the description: `§4.1`. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words. The sandbox takes the first one by default. */
	readings: Readonly<Record<string, string>>;
	/** What a wrong guess costs. Only the fifteen questions that cost most have one: we ask the platform about them. */
	cost?: string;
	/** The files below `nodes` whose code depends on the answer. Each of them has an `@reading` comment with the question's name. */
	code?: readonly string[];
	/** Left out of the random dialects: tests of its own show what the pack does there. */
	undrawn?: true;
}

/** Reads can tell which reading a club takes, if the club has records that show it. */
interface Checked {
	/** What *Check* looks at. A type makes sure that `Club/check/readings/` has a function for each such question. */
	check: string;
	notChecked?: undefined;
}

/** No read can tell. */
interface Unchecked {
	check?: undefined;
	/** Why not. */
	notChecked: string;
}
