// Prints what a month of a deployment costs, by its synthesised templates and a dated table of prices:
//   npm run cost -- [--feeds 100] [--articles 2000] [--readers 1] [--follows 100] [--embedder embedded] [--json]
// `articles` is a day's, over all feeds. With --json the last line is one JSON object, {"total": USD, …}.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@omomi/backend/config';
import { environments } from '../environments/environments.ts';
import { readDeployed } from '../lib/cost/deployed.ts';
import { monthOf, type Line } from '../lib/cost/month.ts';
import { readOn } from '../lib/cost/prices.ts';

/** The models by the word of the flag. */
const MODELS: Readonly<Record<string, string>> = {
  embedded: 'embedded',
  titan: 'amazon.titan-embed-text-v2:0',
  nova: 'amazon.nova-2-multimodal-embeddings-v1:0',
};

const fail = (message: string): never => {
  console.error(message);
  process.exit(2);
};

const read = () => {
  try {
    return parseArgs({
      options: {
        environment: { type: 'string', default: 'production' },
        feeds: { type: 'string', default: '100' },
        articles: { type: 'string', default: '2000' },
        readers: { type: 'string', default: '1' },
        follows: { type: 'string', default: '100' },
        embedder: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
};

const flags = read();
const numberOf = (name: 'feeds' | 'articles' | 'readers' | 'follows'): number => {
  const given = flags[name];
  return /^\d{1,9}$/.test(given)
    ? Number(given)
    : fail(`--${name} ${given} is not allowed: expected a whole number`);
};

/** Synthesises the environment without its bundles, which cost nothing, and returns its templates. */
const synthesised = async (name: string, embedder: string | undefined) => {
  // The CDK takes seconds to load, which a mistake in the flags need not wait for.
  const { createApp } = await import('../lib/app.ts');
  const outdir = mkdtempSync(join(tmpdir(), 'omomi-cost-'));
  try {
    const settings = environments[name];
    const isEmbedded = embedder === 'embedded' ? { EMBEDDER: 'embedded' as const } : {};
    createApp({
      outdir,
      environments:
        settings === undefined ? environments : { ...environments, [name]: { ...settings, ...isEmbedded } },
      environment: name,
      context: { 'aws:cdk:bundling-stacks': [] },
    }).synth();
    return readdirSync(outdir)
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => JSON.parse(readFileSync(join(outdir, file), 'utf8')));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

const usd = (amount: number): string => amount.toFixed(2).padStart(9);
const print = (lines: readonly Line[], total: number): void => {
  console.log(`USD a month in us-east-1, by the prices of ${readOn}`);
  for (const { what, amount, unit, usd: price } of lines.toSorted((a, b) => b.usd - a.usd))
    console.log(`${usd(price)}  ${what}: ${Number(amount.toPrecision(3)).toLocaleString('en-US')} ${unit}`);
  console.log(`${usd(total)}  together`);
};

try {
  const settings = environments[flags.environment];
  const chosen = flags.embedder ?? settings?.EMBEDDER ?? 'embedded';
  const model = chosen === 'bedrock' ? String(settings?.BEDROCK_MODEL_ID ?? MODELS['nova']) : MODELS[chosen];
  if (model === undefined)
    fail(`--embedder ${chosen} is not allowed: expected one of ${Object.keys(MODELS).join(', ')}`);
  const amounts = {
    feeds: numberOf('feeds'),
    articles: numberOf('articles'),
    readers: numberOf('readers'),
    follows: numberOf('follows'),
  };
  const lines = monthOf(readDeployed(await synthesised(flags.environment, model)), {
    ...amounts,
    model: model ?? 'embedded',
    retentionDays: settings?.ARTICLE_RETENTION_DAYS ?? 7,
  });
  const total = Math.round(lines.reduce((sum, line) => sum + line.usd, 0) * 10_000) / 10_000;
  print(lines, total);
  if (flags.json) console.log(JSON.stringify({ total, lines }));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  fail(error.message);
}
