import { join } from 'node:path';
import { ConfigError } from '@omomi/backend/config';
import { createApp } from '../lib/app.ts';

try {
  createApp({
    // The CLI sets its own folder. Without it, all output goes to a folder that git ignores.
    outdir: process.env['CDK_OUTDIR'] ?? join(import.meta.dirname, '../cdk.out'),
    region: process.env['CDK_DEFAULT_REGION'],
  }).synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
