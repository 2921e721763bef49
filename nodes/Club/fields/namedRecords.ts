import type { EmailLookUp } from '../../shared/api/endpoints';
import { textOf } from '../../shared/api/json';
import { bareAddress, stripped } from '../../shared/api/text';
import { momentOf } from '../../shared/api/time';
import * as check from './checks';
import { in24Hours, moment } from './dates';

// Records that the user chose otherwise than by an ID alone.

export class ByEmail {
	constructor(
		readonly email: string,
		readonly lookUp: EmailLookUp,
		readonly name?: string,
	) {}
}

export class OfPerson {
	constructor(
		readonly id: number,
		readonly person: ByEmail,
	) {}
}

export class ByNameAndTime {
	constructor(
		readonly name: string,
		/** The day when it begins, from its start to its end, both in ms since the epoch. */
		readonly day: { from: number; to: number },
		/** The same of the minute or second when it begins; undefined if the user named only the day. */
		readonly begin?: { from: number; to: number },
	) {}
}

const NAME_AND_ADDRESS = /^([^<>]*)<([^<>]*)>$/;

/** A person by address and name, such as `Nathan Smith <nathan@example.com>`, who is refused if the record has another name. */
export function namedPerson(value: string, label: string, lookUp: EmailLookUp): ByEmail {
	const [, called, address] = NAME_AND_ADDRESS.exec(stripped(value)) ?? [];
	const name = bareAddress(stripped(called ?? ''));
	if (name === '') throw check.wrong(label, 'a name and an email address, such as Nathan Smith <nathan@example.com>', value);
	return new ByEmail(check.email(address, label), lookUp, name);
}

export const OF_PERSON = /^\s*(\d+) of (.+)$/s;

/** A record by its ID and its owner, such as `12 of Nathan Smith <nathan@example.com>`. @param value one that OF_PERSON matches */
export function idOfPerson(value: string, label: string): OfPerson {
	const [, own, owner] = OF_PERSON.exec(value) ?? [];
	return new OfPerson(check.id(own, label), namedPerson(owner, label, 'GET /Athletes/ByEmail'));
}

const NAME_AND_TIME = /^(.*)(\d{4}-\d{2}-\d{2})(.*)$/s;

/** A class by its name and when it begins, such as `Yoga, 2026-11-21 18:30`. Without a time, the day must have one such class. */
export function nameAndTime(value: unknown, label: string, zone: string): ByNameAndTime {
	const entered = textOf(value);
	const [, before = '', date, time = ''] = NAME_AND_TIME.exec(entered)?.map((part) => part.trim()) ?? [];
	const after = in24Hours(time);
	const name = before.endsWith(',') ? before.slice(0, -1).trim() : before;
	if (!name || !date)
		throw check.wrong(
			label,
			'the name of a class and when it begins',
			value,
			'Enter a value such as "Yoga, 2026-11-21 18:30", or use the ID.',
		);
	const begins = momentOf(moment(after ? `${date}T${after.replace(/^T/, '')}` : date, label, zone), zone);
	const spanOf = (unit: 'day' | 'minute' | 'second') => {
		const start = begins.setZone(zone).startOf(unit);
		return { from: start.toMillis(), to: start.plus({ [unit]: 1 }).toMillis() };
	};
	const unit = /\d:\d\d:\d/.test(after) ? 'second' : 'minute';
	return new ByNameAndTime(name, spanOf('day'), after ? spanOf(unit) : undefined);
}
