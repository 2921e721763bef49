/** Shortest text that counts as a secret: anything shorter would black out ordinary words. */
const SHORTEST = 4;

/** A function that blots the given secrets out of a text, should an answer repeat them. */
export function scrubber(secrets: Array<string | undefined>): (text: string) => string {
	const known = secrets.flatMap((secret) => secret?.trim() ?? []).filter((secret) => secret.length >= SHORTEST);
	const forms = known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
	return (text) => [...new Set(forms)].reduce((rest, secret) => rest.split(secret).join('***'), text);
}
