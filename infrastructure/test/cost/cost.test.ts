import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueName } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeployed, type Template } from '../../lib/cost/deployed.ts';
import { monthOf, type Usage } from '../../lib/cost/month.ts';
import { prices, tokenPrices } from '../../lib/cost/prices.ts';
import { production } from '../../environments/production.ts';
import { everySetting, sharedTestApp, templateOf } from '../assembly.ts';

const STACKS = ['Database', 'Compute', 'Frontend', 'Monitoring'];
const deployedWith = (settings: Parameters<typeof sharedTestApp>[0] = {}) => {
  const app = sharedTestApp(settings);
  return readDeployed(STACKS.map((name): Template => templateOf(app, name).toJSON()));
};
const deployed = deployedWith({ EMBEDDER: 'embedded', alarm_email: 'owner@example.org' });

const usage = (changes: Partial<Usage> = {}): Usage => ({
  feeds: 100,
  articles: 2000,
  readers: 1,
  follows: 100,
  model: 'embedded',
  retentionDays: 7,
  ...changes,
});
const totalOf = (changes: Partial<Usage> = {}): number =>
  monthOf(deployed, usage(changes)).reduce((sum, { usd }) => sum + usd, 0);

describe('what a deployment has', () => {
  it('is counted in its templates', () => {
    expect(deployed).toMatchObject({ polledQueues: queueName.options.length, dashboards: 1, secrets: 0 });
    expect(deployed.functions).toMatchObject({ api: 1769 / 1024, fetch: 1, score: 1, dispatch: 0.25 });
    expect(deployed.scheduled).toEqual({ dispatch: 10_800, cleanup: 30 });
    expect([deployed, deployedWith(everySetting)].map(({ alarmMetrics }) => alarmMetrics)).toEqual([10, 10]);
    expect(deployedWith({}).alarmMetrics).toBe(1);
    expect([deployed, deployedWith(everySetting)].map(({ sendsMails }) => sendsMails)).toEqual([false, true]);
    const received = [deployed, deployedWith(everySetting)].map(({ receivesMails }) => receivesMails);
    expect(received).toEqual([false, true]);
  });

  it('is more with each resource that costs something', () => {
    const [queue, alarm, secret] = [
      { Type: 'AWS::Lambda::EventSourceMapping' },
      { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{ MetricStat: {} }, { Expression: 'a' }] } },
      { Type: 'Any', Properties: { a: '{{resolve:secretsmanager:one:SecretString}}' } },
    ];
    const read = (...resources: NonNullable<Template['Resources']>[string][]) =>
      readDeployed([{ Resources: Object.fromEntries(resources.map((each, n) => [`r${n}`, each])) }]);
    expect(read(queue, queue).polledQueues).toBe(2);
    expect(read(alarm, alarm).alarmMetrics).toBe(2);
    const other = { Type: 'Any', Properties: { a: '{{resolve:secretsmanager:two:SecretString}}' } };
    expect(read(secret, secret, other).secrets).toBe(2);
  });
});

describe('a month of a deployment', () => {
  it('stays within its budget as it is committed', () => {
    expect(totalOf({ feeds: 30, articles: 300 })).toBeLessThan(0.65);
    expect(totalOf({ readers: 3 })).toBeLessThan(2);
  });

  it('costs what the model takes more than with the embedded one', () => {
    const titan = totalOf({ model: 'amazon.titan-embed-text-v2:0' }) - totalOf();
    expect(titan).toBeCloseTo((60_000 * 230 * 0.02) / 1e6, 6);
    expect(totalOf({ model: 'amazon.nova-2-multimodal-embeddings-v1:0' }) - totalOf()).toBeCloseTo(1.863, 3);
    expect(() => totalOf({ model: 'other' })).toThrow('the model other has no price here');
  });

  it('is what production.ts says beside Nova, the model that it has, and beside the others', () => {
    const [nova, titan] = [
      'amazon.nova-2-multimodal-embeddings-v1:0',
      'amazon.titan-embed-text-v2:0',
    ] as const;
    const { EMBEDDER, BEDROCK_MODEL_ID = nova } = production;
    expect([EMBEDDER, BEDROCK_MODEL_ID]).toEqual(['bedrock', nova]);
    const path = join(import.meta.dirname, '../../environments/production.ts');
    const [beside = ''] = /(?:^ +\/\/.*\n)+(?= +EMBEDDER:)/m.exec(readFileSync(path, 'utf8')) ?? [];
    const priceOf = (model: string) => `${(totalOf({ model }) - totalOf()).toFixed(2)} USD`;
    for (const said of [`${tokenPrices[nova]} USD`, priceOf(nova), titan, 'a seventh', priceOf(titan)])
      expect(beside).toContain(said);
    expect(Math.round(tokenPrices[nova]! / tokenPrices[titan]!)).toBe(7);
    expect(beside).toMatch(/`EMBEDDER: 'embedded'`\s+\/\/ costs nothing/);
  });

  it('never costs less for more use, and never less than nothing', () => {
    const some = fc.record({
      feeds: fc.integer({ min: 1, max: 50_000 }),
      articles: fc.integer({ min: 0, max: 1_000_000 }),
      readers: fc.integer({ min: 0, max: 5_000 }),
      follows: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(
        some,
        fc.constantFrom('articles', 'readers', 'follows'),
        fc.nat(10_000),
        (given, field, more) => {
          const lines = monthOf(deployed, usage(given));
          expect(lines.every(({ usd, amount }) => usd >= 0 && amount >= 0)).toBe(true);
          expect(totalOf({ ...given, [field]: given[field] + more })).toBeGreaterThanOrEqual(
            totalOf(given) - 1e-9,
          );
        },
      ),
    );
  });

  it('gives what is free of a unit once, whatever shares it', () => {
    const lines = monthOf(deployed, usage({ readers: 1000, feeds: 20_000, articles: 100_000 }));
    for (const unit of ['functionGigabyteSeconds', 'queueRequests'] as const) {
      const those = lines.filter((line) => line.unit === unit);
      const amount = those.reduce((sum, line) => sum + line.amount, 0);
      const { usd, per, free } = prices[unit];
      expect(those.reduce((sum, line) => sum + line.usd, 0)).toBeCloseTo(((amount - free) * usd) / per, 6);
    }
  });
});

describe('npm run cost', { tags: ['long'] }, () => {
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/cost.ts'), ...flags], {
      encoding: 'utf8',
    });

  it('prints the lines, and with --json one object at the end', () => {
    const { stdout, status } = run('--readers', '3', '--embedder', 'embedded', '--json');
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(status).toBe(0);
    expect(last.total).toBeCloseTo(totalOf({ readers: 3 }), 3);
    expect(stdout).toContain('metrics that alarms read');
  });

  it.each([
    [['--feeds', 'many'], '--feeds many is not allowed: expected a whole number'],
    [['--embedder', 'other'], '--embedder other is not allowed: expected one of embedded, titan, nova'],
    [['--environment', 'moon'], 'environment="moon" is not allowed: expected one of production, development'],
    [['--month', '1'], "Unknown option '--month'"],
  ])('says what is wrong with %j', (flags, message) => {
    const { stderr, status } = run(...flags);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
