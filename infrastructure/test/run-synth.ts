import { createApp } from '../lib/app.ts';
import { testCommit, testSettings } from './test-settings.ts';

/** Synthesises the environment `test`, the functions' bundles included, with the settings of TEST_SETTINGS into CDK_OUTDIR. */
createApp({
  outdir: process.env['CDK_OUTDIR']!,
  environments: { test: { ...testSettings, ...JSON.parse(process.env['TEST_SETTINGS']!) } },
  environment: 'test',
  // The page has its own test.
  context: { 'aws:cdk:bundling-stacks': ['Omomi-test-Compute'], commit: testCommit },
}).synth();
