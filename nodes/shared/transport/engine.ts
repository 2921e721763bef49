import * as engine from 'n8n-workflow';

// Where versions of n8n differ: each has what it needs here, and the nodes do not ask which one it is.

/**
 * Whether an item of `{ error, message, details }` goes down the error output of a node. An n8n before 2.36 takes two
 * properties at most for an error, and would pass an item of three on as a success. From 2.39 on, n8n tells which
 * interface it has for nodes; one that does not tell is taken for an older one.
 */
export const ROUTES_DETAILS = engine.N8N_NODES_API_VERSION !== undefined;

/** Whether n8n tells a node how its execution has ended. An older one never does. */
export const REPORTS_END = engine.N8N_NODES_API_VERSION !== undefined;

/** Waits, in milliseconds, and rejects at once when the signal aborts. An older n8n has a function of its own for that. */
export const sleep: typeof engine.sleep = (engine as { sleepWithAbort?: typeof engine.sleep }).sleepWithAbort ?? engine.sleep;
