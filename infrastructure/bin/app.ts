import { join } from 'node:path';
import { ConfigError } from '@omomi/backend/config';
import { environments } from '../environments/environments.ts';
import { createApp } from '../lib/app.ts';

try {
  createApp({
    // The CLI sets its own folder. Without it, all output goes to a folder that git ignores.
    outdir: process.env['CDK_OUTDIR'] ?? join(import.meta.dirname, '../cdk.out'),
    environments,
    // `npm run synth` names the environment as an argument; the CLI passes `-c environment=<name>` on in the context.
    environment: process.argv[2],
    warn: (line) => console.error(line),
  }).synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
