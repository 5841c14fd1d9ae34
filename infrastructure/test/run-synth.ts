import { createApp } from '../lib/app.ts';
import { testSettings } from './test-settings.ts';

/** Synthesises the environment `test`, bundles included, with the settings of TEST_SETTINGS into CDK_OUTDIR. */
createApp({
  outdir: process.env['CDK_OUTDIR']!,
  environments: { test: { ...testSettings, ...JSON.parse(process.env['TEST_SETTINGS']!) } },
  environment: 'test',
}).synth();
