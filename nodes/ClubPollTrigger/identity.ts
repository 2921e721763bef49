import { identitiesOf } from '../shared/transport/guard';

/** What names the club in its profile: its ids, or else its names, which may change; undefined where it shows neither. */
export function identityOf(profile: unknown): string | undefined {
	const all = identitiesOf(profile).sort(([a], [b]) => (a < b ? -1 : 1));
	const ids = all.filter(([property]) => property.endsWith('Id'));
	const identity = ids.length > 0 ? ids : all;
	return identity.length > 0 ? JSON.stringify(identity) : undefined;
}
