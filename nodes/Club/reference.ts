import type { EmailLookUp } from '../shared/api/endpoints';

/** Whom a user means by a resource locator, by id. */
export class ById {
	constructor(readonly id: number) {}
}

/** Whom a user means by a resource locator, by an address that is looked up first. */
export class ByEmail {
	constructor(
		readonly email: string,
		readonly lookUp: EmailLookUp,
	) {}
}

/** Whom or what a user means by a resource locator. */
export type Reference = ById | ByEmail;

/** Whether a value is a reference, whose id is known or to be looked up. */
export const isReference = (value: unknown): value is Reference => value instanceof ById || value instanceof ByEmail;
