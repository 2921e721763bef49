declare const places: {
	/** The folder in this repository with the package.json and the lockfile of each installed n8n. */
	manifests: Readonly<Record<string, string>>;
	HOST: string;
	HOST_V1: string;
};
export = places;
