declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The shippable sources and package.json, as n8n names them. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints the files of a folder by n8n's rules, whatever they themselves say of linting. */
	export function analyzePackage(packageDir: string, filePatterns: string[]): Promise<{ passed: boolean; details?: string }>;
}
