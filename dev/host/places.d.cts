declare const places: {
	/** For each installed n8n, the folder with its package.json and lockfile. */
	manifests: Readonly<Record<string, string>>;
	HOST: string;
	HOST_V1: string;
};
export = places;
