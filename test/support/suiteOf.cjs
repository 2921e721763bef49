/** The suite of a file's result; one that could not be loaded has no name of its own, and is called by its folder. */
module.exports = ({ displayName, testFilePath }) => displayName?.name ?? /[\\/]test[\\/](\w+)[\\/]/.exec(testFilePath)?.[1] ?? 'unknown';
