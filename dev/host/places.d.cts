declare const places: {
	/** For each installed n8n, the folder with its package.json and lockfile. */
	manifests: Readonly<Record<string, string>>;
	HOST: string;
	/** The names of a browser on the PATH. */
	BROWSERS: readonly string[];
};
export = places;
