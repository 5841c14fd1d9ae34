import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { createApp } from '../lib/app.ts';
import type { EnvironmentSettings } from '../lib/settings/environment.ts';
import { testSettings } from './test-settings.ts';

/** Where the apps of all test files of this process are synthesised. */
const folder = mkdtempSync(join(tmpdir(), 'omomi-synth-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Creates a folder that is deleted after the tests. */
export const newFolder = (): string => mkdtempSync(join(folder, 'app-'));

/** The context that skips bundling, so that templates are ready within a second. */
export const withoutBundles = { 'aws:cdk:bundling-stacks': [] };

/** Creates the app of an environment `test` with these settings, and these options given with `-c`. */
export const createTestApp = (
  settings: Partial<EnvironmentSettings> = {},
  options: Record<string, unknown> = {},
): App =>
  createApp({
    outdir: newFolder(),
    environments: { test: { ...testSettings, ...settings } },
    environment: 'test',
    context: { ...withoutBundles, ...options },
  });

/** Settings that leave nothing out: counted bookmarks, other feed readers, alarms that reach somebody, a repository that deploys, a model that is not the default. */
export const everySetting: Partial<EnvironmentSettings> = {
  BEDROCK_MODEL_ID: 'amazon.titan-embed-text-v2:0',
  HATEBU: 'on',
  MAIL_FROM: 'Omomi <omomi@example.org>',
  newsletter_domain: 'news.example.org',
  apps_secret: '/omomi/apps',
  apps_secret_version: '3',
  alarm_email: 'owner@example.org',
  github_repository: 'owner/omomi',
};

const sharedApps = new Map<string, App>();

/**
 * Returns the app of an environment `test` with these settings. The tests of this process share it, so that it is
 * synthesised once, and must not change it.
 */
export const sharedTestApp = (settings: Partial<EnvironmentSettings> = {}): App => {
  const key = JSON.stringify(settings);
  const app = sharedApps.get(key) ?? createTestApp(settings);
  sharedApps.set(key, app);
  return app;
};

export const stackOf = (app: App, name: string): Stack => {
  const stack = app.node.findChild(`Omomi-test-${name}`);
  return stack as Stack;
};

export const templateOf = (app: App, name: string): Template => Template.fromStack(stackOf(app, name));

export type Resource = { Type: string; Properties: Record<string, unknown>; DeletionPolicy?: string };

/** Returns the resources of a type in the template, with tokens as CloudFormation's own functions. */
export const resourcesOf = (template: Template, type: string): Record<string, Resource> =>
  template.findResources(type) as Record<string, Resource>;
