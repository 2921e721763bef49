/** A question that the spec leaves open, and the answers that a service may give to it. */
export interface Switch {
	/** The part of the spec. */
	part: string;
	/** What is open. */
	about: string;
	/** Each reading by its name, in words; the first is the one that the sandbox takes unless told otherwise. */
	readings: Readonly<Record<string, string>>;
	/** Never drawn: a reading that the spec does not have today, which a client need only survive. */
	undrawn?: true;
}
