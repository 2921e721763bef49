declare const settings: {
	settingsOf(row: { now?: string; zone?: string; seed?: number; dialect?: string }): Record<string, string>;
};
export = settings;
