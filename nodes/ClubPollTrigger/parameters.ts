import type { IDataObject, IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { isId } from '../shared/api/facts';
import { located, parameterOf } from '../shared/events/panel';
import { STAGES } from '../shared/panel';
import { InvalidInput } from '../shared/transport/errors';
import { eventsWith, POLLED_EVENTS } from './causes/polledEvents';
import { FIELD_LABELS, NAMED_FIELDS, type NamedField } from './causes/properties';
import { DEFAULTS, type PollSettings } from './defaults';
import { options as panel } from './options';

const namesIn = (text: unknown): string[] =>
	String(text ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

const NUMBERS = (panel.options as INodeProperties[]).filter(({ type }) => type === 'number');

const wrong = (message: string, correct = 'Correct it in the options of the trigger'): InvalidInput =>
	new InvalidInput(message, `${correct}. Nothing was sent.`);

function numberIn(options: IDataObject, { name, displayName, default: byDefault, typeOptions = {} }: INodeProperties): number {
	const { minValue = 0, maxValue = Infinity } = typeOptions;
	const text = String(options[name] ?? '').trim();
	const value = Number(text === '' ? byDefault : text);
	if (Number.isInteger(value) && value >= minValue && value <= maxValue) return value;
	throw wrong(`"${displayName}" must be a whole number from ${minValue} to ${maxValue}`);
}

function milestonesIn(options: IDataObject): readonly number[] {
	if (!('milestones' in options)) return DEFAULTS.milestones;
	const milestones = namesIn(options.milestones).map(Number);
	if (milestones.length > 0 && milestones.every((visits) => Number.isInteger(visits) && visits > 0))
		return [...new Set(milestones)].sort((a, b) => a - b);
	throw wrong('"Visit Milestones" must be whole numbers above 0, separated by commas');
}

/** The choices of an option with several. @throws InvalidInput if an expression leaves it empty, since all would count then */
function chosenIn(options: IDataObject, name: string, isValid: (choice: unknown) => boolean, mustBe: string): unknown[] {
	const choices = name in options ? [options[name]].flat() : [];
	// Another order is no other choice, so what polls remember stays.
	if (choices.every(isValid)) return [...new Set(choices)].sort();
	throw wrong(mustBe, 'Correct it in the options of the trigger, or remove it');
}

const ANY_STAGE = `one or more of ${STAGES.map(({ value }) => value).join(', ')}`;
const isStage = (stage: unknown): boolean => STAGES.some(({ value }) => value === stage);

export const ALL_PRODUCTS = 'all';

/** The IDs of the chosen products, none for all. @throws InvalidInput if an event needs them and nothing is chosen */
function productsIn(products: unknown, events: readonly string[]): number[] {
	const event = eventsWith('products').find((name) => events.includes(name));
	if (event === undefined) return [];
	const chosen = [products].flat().filter((one) => one !== undefined && one !== '');
	if (chosen.length === 0)
		throw wrong('"Product Names or IDs" is missing', `${event} needs it. Choose the products whose memberships really end, or All`);
	if (chosen.length === 1 && chosen[0] === ALL_PRODUCTS) return [];
	if (chosen.every((id) => isId(Number(id)))) return [...new Set(chosen.map(Number))].sort((a, b) => a - b);
	throw wrong('"Product Names or IDs" must be IDs of products, or only All', 'Correct it in the trigger');
}

function fieldsIn(fields: IDataObject, events: readonly string[], existing: boolean): Record<NamedField, string> {
	const chosen = Object.fromEntries(NAMED_FIELDS.map((name) => [name, located(fields[name])])) as Record<NamedField, string>;
	const needed = new Map<string, string>();
	for (const name of NAMED_FIELDS) {
		const needing = [...eventsWith(name), ...(name === 'totalField' && existing ? ['Athlete.Absent'] : [])];
		const event = events.find((one) => needing.includes(one));
		if (event === undefined) continue;
		const label = FIELD_LABELS[name];
		if (chosen[name] === '')
			throw wrong(`"${label}" is missing`, `${event} needs it: the API does not name this property. Choose it in the trigger`);
		const other = needed.get(chosen[name]);
		if (other !== undefined)
			throw wrong(`"${label}" and "${other}" name the same property`, 'One count cannot be both. Correct one of them in the trigger');
		needed.set(chosen[name], label);
	}
	return chosen;
}

/**
 * The settings from the values of the panel.
 * @param fields the parameters that name properties
 * @throws InvalidInput for values that a poll cannot use
 */
export function settingsFrom(
	options: IDataObject,
	{ events, firstPoll, fields, products }: { events: readonly string[]; firstPoll: string; fields: IDataObject; products?: unknown },
	zone: string,
): PollSettings {
	const unknown = events.find((name) => POLLED_EVENTS.every((event) => event.name !== name));
	if (events.length === 0 || unknown !== undefined) {
		throw new InvalidInput(
			unknown === undefined ? 'No event is chosen' : `There is no event "${unknown}" to poll for`,
			'Choose an event in "Trigger On".',
		);
	}
	const numbers = Object.fromEntries(NUMBERS.map((number) => [number.name, numberIn(options, number)]));
	if (events.includes('Class.HardlyBooked') && numbers.hoursBefore > numbers.lookAhead * 24)
		throw wrong(
			'"Hours Before the Class" is longer than "Look Ahead (Days)", and bookings are read only that far ahead',
			'Correct one of them in the options of the trigger',
		);
	return {
		...DEFAULTS,
		zone,
		events,
		emitsExisting: firstPoll === 'existing',
		...numbers,
		...fieldsIn(fields, events, firstPoll === 'existing'),
		watchedFields: [...new Set(namesIn(options.watchedFields))].sort(),
		milestones: milestonesIn(options),
		products: productsIn(products, events),
		stageFrom: chosenIn(options, 'stageFrom', isStage, `"Stage From" must be ${ANY_STAGE}`).map(String),
		stageTo: chosenIn(options, 'stageTo', isStage, `"Stage To" must be ${ANY_STAGE}`).map(String),
	};
}

export function pollSettings(functions: IPollFunctions | IExecuteFunctions): PollSettings {
	const chosen = {
		events: [parameterOf<unknown>(functions, 'events', [])].flat().filter((name) => !!name) as string[],
		firstPoll: parameterOf<string>(functions, 'firstPoll', 'fromNow'),
		products: parameterOf<unknown>(functions, 'products', []),
		fields: Object.fromEntries(NAMED_FIELDS.map((name) => [name, parameterOf<IDataObject[string]>(functions, name, '')])),
	};
	return settingsFrom(parameterOf<IDataObject>(functions, 'options', {}), chosen, functions.getTimezone());
}
