import { describe, expect, it } from 'vitest';
import { environments } from '../environments/environments.ts';
import { createApp } from '../lib/app.ts';
import { findEnvironment } from '../lib/settings/environment.ts';
import { settingNames } from '../lib/settings/settings.ts';
import { newFolder, withoutBundles } from './assembly.ts';
import { testSettings } from './test-settings.ts';

const none = (): undefined => undefined;
const find = (name: unknown, read: (name: string) => unknown = none) =>
  findEnvironment({ test: testSettings }, name, read);

describe('the environment to deploy', () => {
  it.each([undefined, ''])('must be named: %j', (name) => {
    expect(() => find(name)).toThrow('environment is not set: pass -c environment=<name> with one of test');
  });

  it.each(['prod', 'constructor', 7, ['test']])('must be a committed one: %j', (name) => {
    expect(() => find(name)).toThrow(/^environment=.+ is not allowed: expected one of test$/);
  });

  it.each(['Test', '1st', 'a_b', 'a-name-that-is-longer-than-20'])('must be a valid name: %s', (name) => {
    expect(() => findEnvironment({ [name]: testSettings }, name, none)).toThrow(
      /is not allowed: expected up to 20 lowercase letters/,
    );
  });

  it('must not contain an unknown setting', () => {
    const mistyped = { ...testSettings, ARTICLE_RETENTION: 30 };
    expect(() => findEnvironment({ test: mistyped }, 'test', none)).toThrow(
      'ARTICLE_RETENTION of the environment test is no setting',
    );
  });

  it.each(settingNames)('takes %s from its file only, never from -c', (setting) => {
    expect(() => find('test', (name) => (name === setting ? '30' : undefined))).toThrow(
      `-c ${setting} is not allowed: set it in infrastructure/environments/test.ts`,
    );
  });

  it('is named by the context if no argument names it', () => {
    const app = createApp({
      outdir: newFolder(),
      environments: { test: testSettings, other: { ...testSettings, region: 'us-west-2' } },
      context: { environment: 'other', ...withoutBundles },
    });
    expect(app.node.tryFindChild('Omomi-other-Compute')).toMatchObject({ region: 'us-west-2' });
    expect(app.node.tryFindChild('Omomi-test-Compute')).toBeUndefined();
  });
});

it('says that there are no alarms without an address, and nothing with one', () => {
  const warningsWith = (alarm_email?: string) => {
    const lines: string[] = [];
    const settings = { ...testSettings, ...(alarm_email === undefined ? {} : { alarm_email }) };
    createApp({
      outdir: newFolder(),
      environments: { test: settings },
      environment: 'test',
      context: withoutBundles,
      warn: (line) => lines.push(line),
    });
    return lines;
  };
  expect(warningsWith()).toEqual([
    'Warning: alarm_email is not set, so alarms and the budget are left out: set it in infrastructure/environments/test.ts',
  ]);
  expect(warningsWith('owner@example.org')).toEqual([]);
});

it.each(Object.keys(environments))('the committed environment %s has correct settings', (environment) => {
  const app = createApp({
    outdir: newFolder(),
    environments,
    environment,
    context: withoutBundles,
  });
  expect(app.node.tryFindChild(`Omomi-${environment}-Database`)).toBeDefined();
});

it('of the committed environments, nightly alone is thrown away', () => {
  const thrown = Object.entries(environments).filter(([, { throwaway }]) => throwaway === 'on');
  expect(thrown.map(([name]) => name)).toEqual(['nightly']);
});
