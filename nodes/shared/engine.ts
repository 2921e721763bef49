import { N8N_NODES_API_VERSION } from 'n8n-workflow';

/**
 * Whether an item of `{ error, message, details }` goes down the error output of a node. An n8n before 2.36 takes two
 * properties at most for an error, and would pass an item of three on as a success. From 2.39 on, n8n tells which
 * interface it has for nodes; one that does not tell is taken for an older one.
 */
export const ROUTES_DETAILS = N8N_NODES_API_VERSION !== undefined;
