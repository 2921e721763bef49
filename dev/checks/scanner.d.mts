declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** n8n's patterns for the published sources and package.json. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints the files of a folder with n8n's rules. Comments that disable rules have no effect. */
	export function analyzePackage(packageDir: string, filePatterns: string[]): Promise<{ passed: boolean; details?: string }>;
}
