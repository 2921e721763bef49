/** A question that the document of the API leaves open, and the answers that a service may give to it. */
export interface Question {
	/** The part of the document. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words; the first is the one that the sandbox takes unless told otherwise. */
	readings: Readonly<Record<string, string>>;
	/** The files below `nodes` whose code depends on the answer. Each of them has a comment `@reading` with the question's name. */
	code?: readonly string[];
	/** Not drawn for the tests by chance: tests of its own show what the pack does there. */
	undrawn?: true;
}
