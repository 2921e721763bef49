// n8n-core reads its settings when it is first imported, so they stand before any test's imports.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-nodes-club-'));
process.env.N8N_ENCRYPTION_KEY ??= 'test-encryption-key';
process.env.N8N_LOG_LEVEL ??= 'silent';
