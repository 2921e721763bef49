/** A question that the document of the API leaves open, and the answers that a service may give to it. */
export type Question = Open & (Checked | Unchecked);

interface Open {
	/** The part of the document. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words; the first is the one that the sandbox takes unless told otherwise. */
	readings: Readonly<Record<string, string>>;
	/** What a wrong guess costs, of the fifteen questions that cost most: they are put to the platform. */
	cost?: string;
	/** The files below `nodes` whose code depends on the answer. Each of them has a comment `@reading` with the question's name. */
	code?: readonly string[];
	/** Not drawn for the tests by chance: tests of its own show what the pack does there. */
	undrawn?: true;
}

/** Reads tell the readings apart, as far as a club has what they differ in. */
interface Checked {
	/** What *Check* looks at. `Club/check/readings/` has a function for each such question: a type makes sure of it. */
	check: string;
	untold?: undefined;
}

/** No read tells them apart. */
interface Unchecked {
	check?: undefined;
	/** Why not. */
	untold: string;
}
