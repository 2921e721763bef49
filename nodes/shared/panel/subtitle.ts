/** An expression that gives for a value the words of a table, so that a node on the canvas says what it does to a person. */
const words = (table: Readonly<Record<string, string>>, value: string): string => `(${JSON.stringify(table)})[${value}]`;

/** What a node of operations shows below its name: "Get many athletes". @param actions the words by `resource.operation` */
export const subtitleOfActions = (actions: Readonly<Record<string, string>>): string =>
	`={{ ${words(actions, '$parameter["resource"] + "." + $parameter["operation"]')} }}`;

/** What a trigger shows below its name: the chosen events in words. */
export const subtitleOfEvents = (events: Readonly<Record<string, string>>): string =>
	`={{ $parameter["events"].map((name) => ${words(events, 'name')}).join(", ") }}`;
