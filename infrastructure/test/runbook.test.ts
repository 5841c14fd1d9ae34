import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environments } from '@omomi/backend/config';
import { feedErrorCode, signInError } from '@omomi/backend/contract';
import { defaultRules, rateLimitVariables } from '../../backend/src/limits/rate-class.ts';
import { timeToLiveAttribute } from '../../backend/src/storage/table/keys.ts';
import { everySetting, resourcesOf, sharedTestApp, templateOf } from './assembly.ts';
import { alarmsOf } from './monitoring/alarms.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const app = sharedTestApp(everySetting);
const compute = templateOf(app, 'Compute');
const alarms = alarmsOf(templateOf(app, 'Monitoring'));

/** Returns a section of the runbook, to the next heading of any level. */
const sectionOf = (anchor: string): string => {
  const sections = runbook.split(/^#+ /m).map((text) => text.split(/\n(.*)/s));
  const [, body = ''] =
    sections.find(([heading = '']) => heading.toLowerCase().replaceAll(' ', '-') === anchor) ?? [];
  return body.trim();
};

/** Returns the cells of the table of a section, without its head. */
const rowsOf = (anchor: string): string[][] =>
  sectionOf(anchor)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
/** Returns the words in backticks of the first column of a section's table. */
const namesIn = (anchor: string): string[] =>
  rowsOf(anchor).flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('the runbook', () => {
  it('names outputs that the stacks have', () => {
    const outputs = ['Database', 'Compute', 'Frontend', 'Monitoring'].flatMap((name) =>
      Object.keys(templateOf(app, name).findOutputs('*')),
    );
    const named = [...runbook.matchAll(/<([A-Z][A-Za-z]+)>/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !outputs.includes(name))).toEqual([]);
  });

  it('says what to do at each alarm, with the name and the limit of that of a rollout', () => {
    const [rollout] = alarmsOf(compute);
    for (const { name, section } of [...alarms, rollout!])
      expect([name, sectionOf(section) === '']).toEqual([name, false]);
    const { threshold, periodSeconds, section } = rollout!;
    expect({ threshold, periodSeconds }).toEqual({ threshold: 3, periodSeconds: 60 });
    expect(sectionOf(section)).toMatch(
      /Three answers with 5xx in a minute raise the alarm\n`Omomi-<environment>-Compute-rollout`/,
    );
  });

  it('says how many metrics the alarms read, but for the one of functions that dropped a message', () => {
    const read = alarms.flatMap(({ metrics }) => Object.keys(metrics)).length;
    expect(sectionOf('alarms')).toContain(`They read ${numbers[read] ?? ''} metrics`);
  });

  it('leads from the alarm of failures to each function that it counts', () => {
    const counted = Object.keys(environments).filter((name) => name !== 'api');
    const led = [...sectionOf('failures').matchAll(/\[(\w+)\]\(#([\w-]+)\)/g)];
    for (const [, , anchor] of led) expect([anchor, sectionOf(anchor!) === '']).toEqual([anchor, false]);
    expect(led.map(([, name]) => name)).toEqual(expect.arrayContaining(counted));
  });

  it('leads from the alarm of faults to each line that it counts', () => {
    const filters = Object.values(resourcesOf(compute, 'AWS::Logs::MetricFilter')).map((each) =>
      JSON.stringify(each.Properties),
    );
    const [counting = ''] = filters.filter((each) => each.includes('"MetricName":"faults"'));
    const lines = [...counting.matchAll(/\$\.message = \\"([^"\\,]+)/g)].map(([, line]) => line!);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(sectionOf('faults')).toContain(`\`${line}\``);
  });

  it('says how many instances of a new account the queues take', () => {
    const limits = Object.values(
      resourcesOf(templateOf(sharedTestApp(), 'Compute'), 'AWS::Lambda::EventSourceMapping'),
    ).map(
      ({ Properties }) => (Properties['ScalingConfig'] as { MaximumConcurrency: number }).MaximumConcurrency,
    );
    const all = limits.reduce((sum, limit) => sum + limit, 0);
    expect(sectionOf('throttles')).toContain(`of which the queues take ${numbers[all] ?? ''} (`);
  });

  it('sets of a table that was restored what AWS does not restore, as the template has it', () => {
    const section = sectionOf('a-deployment-as-it-was-at-a-minute');
    const [table] = Object.values(resourcesOf(templateOf(app, 'Database'), 'AWS::DynamoDB::Table'));
    expect(table?.Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    for (const set of [
      `update-time-to-live --table-name omomi-restored --time-to-live-specification Enabled=true,AttributeName=${timeToLiveAttribute}`,
      'PointInTimeRecoveryEnabled=true',
      '--deletion-protection-enabled',
    ])
      expect(section).toContain(set);
  });

  it('has a deployment of such a table give all requests to the new version at once, because the one before may not use it', () => {
    const ofRestored = templateOf(sharedTestApp({ restored_table: 'omomi-restored' }), 'Compute');
    const policies = JSON.stringify(resourcesOf(ofRestored, 'AWS::IAM::Policy'));
    expect(new Set(policies.match(/:table\/[^/"]*/g))).toEqual(new Set([':table/omomi-restored']));
    expect(policies).not.toMatch(/ImportValue":"[^"]*Table/);
    expect(sectionOf('a-deployment-as-it-was-at-a-minute')).toContain('`-c canary=off`');
  });

  it('has every class of requests with its limit', () => {
    const limits = rowsOf('rate-limits').map(([variable, limit]) => `${variable ?? ''} ${limit ?? ''}`);
    const classes = Object.entries(rateLimitVariables).map(
      ([name, variable]) => `\`${variable}\` \`${defaultRules[name as keyof typeof defaultRules]}\``,
    );
    expect(limits.toSorted()).toEqual(classes.toSorted());
  });

  it('has every reason for which a feed fails', () => {
    expect(namesIn('why-a-feed-is-stopped-or-failing').toSorted()).toEqual(feedErrorCode.options.toSorted());
  });

  it('has every reason for which a sign-in at a provider is refused', () => {
    // That of a limit comes before the sign-in begins.
    const refused = signInError.options.filter((reason) => reason !== 'rate_limited');
    expect(namesIn('sign-in').toSorted()).toEqual(refused.toSorted());
  });
});
