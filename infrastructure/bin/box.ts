// Becomes the deployment of production on loopback, from its synthesised templates, with the embedded model:
//   npm run box [-- --port 8480]
// It ends with Ctrl-C and keeps nothing. docs/box.md says what it proves and what not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBox } from '../box/box.ts';
import { production } from '../environments/production.ts';
import { createApp } from '../lib/app.ts';
import { buildPage } from '../lib/frontend/page.ts';

const { values: flags } = parseArgs({ options: { port: { type: 'string', default: '8480' } } });
const outdir = mkdtempSync(join(tmpdir(), 'omomi-box-'));
process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));

createApp({
  outdir,
  environments: { production: { ...production, EMBEDDER: 'embedded', ACCOUNTS: 'on' } },
  environment: 'production',
  context: { 'aws:cdk:bundling-stacks': ['Omomi-production-Compute'] },
}).synth();
const page = join(outdir, 'page');
buildPage(page);
const box = await startBox({ outdir, page, port: Number(flags.port), asksNames: true });

const MINUTE_MS = 60_000;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };
for (const { functionName, expression } of box.schedules) {
  // A daily schedule first runs a day from now.
  const [, count = '1', unit = 'day'] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = Number(count) * (MINUTES[unit] ?? 1) * MINUTE_MS;
  setInterval(() => void box.runSchedule(functionName), milliseconds);
}

console.log(`Omomi answers on ${box.url}, the table on ${box.tableEndpoint} (${box.tableName}).`);
process.once('SIGINT', () => void box.close().then(() => process.exit()));
process.once('SIGTERM', () => void box.close().then(() => process.exit()));
