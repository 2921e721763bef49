// n8n-core reads its settings at its first import, so they must be set before the imports of a test.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-nodes-club-'));
process.env.N8N_ENCRYPTION_KEY ??= 'test-encryption-key';
process.env.N8N_LOG_LEVEL ??= 'silent';
