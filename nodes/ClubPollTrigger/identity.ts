import type { IDataObject } from 'n8n-workflow';

/** What a profile names besides the club. */
const SOMETHING_ELSE = /^(city|country|region|address|contact|owner|brand|time_?zone|language|culture|currency)/i;

/** What names the club in its profile, whose properties the spec does not show (§4.8): its ids, or else its names. */
export function identityOf(profile: IDataObject): string | undefined {
	const named = (ending: RegExp) =>
		Object.entries(profile)
			.filter(([name, value]) => ending.test(name) && !SOMETHING_ELSE.test(name) && (typeof value === 'string' || typeof value === 'number') && value !== '')
			.sort(([a], [b]) => (a < b ? -1 : 1));
	const ids = named(/Id$/);
	const identity = ids.length > 0 ? ids : named(/(Name|Title)$/);
	return identity.length > 0 ? JSON.stringify(identity) : undefined;
}
