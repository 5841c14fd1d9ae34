import { join } from 'node:path';
import { ConfigError } from '@omomi/backend/config';
import { createApp } from '../lib/app.ts';

try {
  createApp({
    // The CLI names its own folder; without it everything goes to the one that git ignores.
    outdir: process.env['CDK_OUTDIR'] ?? join(import.meta.dirname, '../cdk.out'),
    region: process.env['CDK_DEFAULT_REGION'],
  }).synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
