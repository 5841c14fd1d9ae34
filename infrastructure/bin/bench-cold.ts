// Measures what the start of each function takes of the processor: importing its bundle in a fresh process of Node, outside
// the repository, as a ratio to importing a bare DynamoDB client that is bundled in the same way.
//   npm run bench:cold [-- --runs 15] [--json]
// With --json the last line is one JSON object, {"api": {"ratio": …, "milliseconds": …, "kilobytes": …}, …}.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../lib/compute/bundle/bundle-options.ts';
import { production } from '../environments/production.ts';
import { createApp } from '../lib/app.ts';

const { values: flags } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, json: { type: 'boolean', default: false } },
});
const runs = Number(flags.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs must be a whole number of at least 1, not ${flags.runs}.`);

/** A file to import, with the variables that its function has. */
type Start = { name: string; file: string; env: Record<string, string> };

const folder = mkdtempSync(join(tmpdir(), 'omomi-cold-'));

/** Bundles the client with which the functions are compared. */
const bareClient = async (): Promise<Start> => {
  await build({
    ...bundleOptions,
    // As esbuild bundles it by itself: what the plugins leave out of functions counts for them.
    plugins: [],
    outdir: join(folder, 'bare'),
    stdin: {
      contents:
        "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; export const client = new DynamoDBClient({});",
      resolveDir: join(import.meta.dirname, '../../backend'),
      sourcefile: 'index.js',
    },
    entryNames: 'index',
    // In one file, as most functions are bundled.
    splitting: false,
  });
  return { name: 'bare', file: join(folder, 'bare/index.mjs'), env: {} };
};

type FunctionResource = {
  Type: string;
  Properties: {
    Description?: string;
    Code: { S3Key: string };
    Environment: { Variables: Record<string, unknown> };
  };
};

/** Bundles the functions of production with the embedded model, bookmarks and newsletters, and returns them by their template. */
const functions = (): Start[] => {
  const settings = {
    ...production,
    EMBEDDER: 'embedded',
    HATEBU: 'on',
    newsletter_domain: 'news.example.org',
  } as const;
  createApp({
    outdir: folder,
    environments: { production: settings },
    environment: 'production',
    context: { 'aws:cdk:bundling-stacks': ['Omomi-production-Compute'] },
  }).synth();
  const template: { Resources: Record<string, FunctionResource> } = JSON.parse(
    readFileSync(join(folder, 'Omomi-production-Compute.template.json'), 'utf8'),
  );
  return Object.values(template.Resources).flatMap(({ Type, Properties }): Start[] => {
    const name = /^Omomi (\w+) /.exec(Properties?.Description ?? '')?.[1];
    if (Type !== 'AWS::Lambda::Function' || name === undefined) return [];
    const variables = Object.entries(Properties.Environment.Variables).map(([key, value]) => [
      key,
      // An address that CloudFormation fills in. Nothing is sent to it by starting.
      typeof value === 'string' ? value : 'https://sqs.us-east-1.amazonaws.com/123456789012/queue',
    ]);
    const asset = `asset.${Properties.Code.S3Key.split('.')[0]}`;
    return [{ name, file: join(folder, asset, 'index.mjs'), env: Object.fromEntries(variables) }];
  });
};

const probe = join(folder, 'probe.mjs');
writeFileSync(
  probe,
  `const before = process.cpuUsage();
await import(process.argv[2]);
const { user, system } = process.cpuUsage(before);
console.log('\\n' + (user + system) / 1000);
process.exit();`,
);

/** Returns the milliseconds of all threads of a fresh process that one import takes. */
const importOnce = ({ file, env, name }: Start): number => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [probe, pathToFileURL(file).href], {
    cwd: dirname(file),
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_LAMBDA_FUNCTION_NAME: name,
      ...env,
    },
  });
  if (status !== 0) throw new Error(`${name} does not start:\n${stderr}`);
  return Number(stdout.trim().split('\n').at(-1));
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const kilobytesOf = ({ file }: Start): number =>
  readdirSync(dirname(file))
    .filter((name) => name.endsWith('.mjs') && !name.startsWith('parser-worker'))
    .reduce((sum, name) => sum + statSync(join(dirname(file), name)).size, 0) / 1024;

try {
  const bare = await bareClient();
  const starts = [bare, ...functions()];
  const measured = new Map(starts.map(({ name }): [string, number[]] => [name, []]));
  for (const each of starts) importOnce(each);
  // In turn, so that what else the machine does falls on all of them.
  for (let run = 0; run < runs; run += 1)
    for (const each of starts) measured.get(each.name)?.push(importOnce(each));
  const bareMilliseconds = median(measured.get('bare') ?? []);
  const results = starts.map((start) => {
    const milliseconds = median(measured.get(start.name) ?? []);
    const ratio = milliseconds / bareMilliseconds;
    const index = statSync(start.file).size / 1024;
    return { name: start.name, ratio, milliseconds, kilobytes: kilobytesOf(start), index };
  });
  console.log(`Node ${process.version}, median of ${runs} runs in turn`);
  for (const { name, ratio, milliseconds, kilobytes, index } of results)
    console.log(
      `${name.padEnd(10)} ${ratio.toFixed(2)} times the bare client, ${milliseconds.toFixed(0)} ms of the processor, ${kilobytes.toFixed(0)} KB of code, ${index.toFixed(0)} in its first file`,
    );
  if (flags.json)
    console.log(
      JSON.stringify(
        Object.fromEntries(
          results.map(({ name, ratio, milliseconds, kilobytes }) => [
            name,
            { ratio: Number(ratio.toFixed(2)), milliseconds, kilobytes: Math.round(kilobytes) },
          ]),
        ),
      ),
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
