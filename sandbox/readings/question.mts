/** A question that the API's description leaves open, and the answers that a club may give to it. */
export interface Question {
	/** The part of the description: `§4.1`. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words. The sandbox takes the first one by default. */
	readings: Readonly<Record<string, string>>;
	/** Left out of the random dialects: tests of its own show what the pack does there. */
	undrawn?: true;
}
