/** Installs missing system packages, or ends the program with a message that names the command to run. */
export function installPackages(who: string, packages: Array<{ name: string; programs: string[] }>): Promise<void>;
