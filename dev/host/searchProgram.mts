// Prints what n8n's own search answers, as JSON. The Node.js of an n8n runs it, since it loads n8n's code.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What the program gets: the folder of n8n, the name of the pack in n8n's folder, and queries. */
interface Order {
	host: string;
	pack: string;
	queries: string[];
}

const { host, pack, queries } = JSON.parse(process.argv[2]) as Order;
const n8n = createRequire(join(host, 'node_modules', 'n8n', 'package.json'));

n8n('reflect-metadata');
const { Container } = n8n('@n8n/di');
const { LoadNodesAndCredentials } = n8n('./dist/load-nodes-and-credentials.js');
const { NodeCatalogService } = n8n('./dist/node-catalog/node-catalog.service.js');
const { findRegistryMatches } = n8n('./dist/node-catalog/registry-lookup.js');

const loader = Container.get(LoadNodesAndCredentials);
await loader.init();
await loader.loadPackage(pack);
const catalog = Container.get(NodeCatalogService);
await catalog.initialize();

const installed: Record<string, string> = {};
for (const query of queries) installed[query] = (await catalog.searchNodes([query])).results;

// n8n knows a verified pack that is not installed by the names of its nodes. It adds the tools only to installed ones.
const { nodes } = (await loader.collectTypes()) as { nodes: Array<{ name: string; displayName: string }> };
const ours = nodes.filter(({ name }) => name.startsWith(`${pack}.`) && !name.endsWith('Tool'));
const names = ours.map(({ name, displayName }) => ({ name, displayName }));
const notInstalled = Object.fromEntries(
	queries.map((query) => [query, (findRegistryMatches(query, names) as Array<{ name: string }>).map(({ name }) => name)]),
);

process.stdout.write(JSON.stringify({ installed, notInstalled }), () => process.exit());
