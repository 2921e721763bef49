/** All files of this folder that belong to it. */
export function filesHere(): string[];
