import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../src/local/compose.ts';
import { readOptions } from '../../../src/local/cli/options.ts';
import type { LocalApp } from '../../../src/local/http/app.ts';
import { silentLog } from '../../harness/app.ts';
import { functionUrlEvent, lambdaContext, type EventParts } from '../../harness/api/function-url-event.ts';
import { expectHistogram, parseExposition } from '../../harness/prometheus.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');

const dashboard = readFileSync(
  join(import.meta.dirname, '../../../../infrastructure/home/grafana.json'),
  'utf8',
);

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    title: `Article ${n}`,
    guid: `guid-${n}`,
    text: 'The climate.',
  }));

describe('the metrics of the local runner', () => {
  let folder: string;
  let server: FeedServer;
  let app: LocalApp;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omomi-metrics-'));
    server = await startFeedServer();
    const variables = { FETCH_ALLOW_HOSTS: server.host, HATEBU: 'off' };
    const options = readOptions(['--data', folder, '--port', '0'], variables);
    if (options === 'help') throw new Error('these options are no request for help');
    app = await compose(options, silentLog);
    app.start();
  });
  afterEach(async () => {
    await app.stop();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const send = async (parts: EventParts) => {
    const { statusCode, body } = await app.api(functionUrlEvent(parts), lambdaContext());
    return { statusCode, body };
  };
  const read = async () => parseExposition(await app.metrics());
  const valueOf = async (metric: string, labels: Record<string, string> = {}, name = metric) =>
    (await read())
      .get(metric)
      ?.samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value;

  it('count fetches, articles, model calls, queues and requests', async () => {
    expect(await valueOf('omomi_fetches_total', { outcome: 'updated' })).toBe(0);
    expect(await valueOf('omomi_queue_messages', { queue: 'fetch', state: 'waiting' })).toBe(0);
    const url = server.url('/feed');
    const site = { site: server.url('/') };
    server.set('/feed', { body: rss(items(1), site) });
    expect((await send({ method: 'POST', path: '/api/feeds', body: { url } })).statusCode).toBe(201);
    expect(await valueOf('omomi_articles_total')).toBe(1);
    expect(await valueOf('omomi_fetches_total', { outcome: 'updated' })).toBe(1);

    const fetchFeeds = () => send({ method: 'POST', path: '/api/jobs/fetch-feeds' });
    server.set('/feed', { body: rss(items(3), site) });
    await fetchFeeds();
    await expect.poll(() => valueOf('omomi_fetches_total', { outcome: 'updated' })).toBe(2);
    expect(await valueOf('omomi_articles_total')).toBe(3);
    expect(await valueOf('omomi_upstream_requests_total', { status: '200' })).toBeGreaterThanOrEqual(2);
    expect(await valueOf('omomi_upstream_requests_total', { status: '404' })).toBeGreaterThanOrEqual(1);
    await expect
      .poll(() => valueOf('omomi_model_texts_total', { outcome: 'done' }))
      .toBeGreaterThanOrEqual(3);
    expect(await valueOf('omomi_model_texts_total', { outcome: 'failed' })).toBe(0);
    expect(await valueOf('omomi_model_calls_total', { outcome: 'done' })).toBeGreaterThanOrEqual(1);

    await send({ path: '/api/feeds/0123456789abcdef' });
    await send({ path: '/nothing/here' });
    const passed = { class: 'public_authenticated', outcome: 'passed' };
    expect(await valueOf('omomi_rate_limit_decisions_total', passed)).toBeGreaterThanOrEqual(1);
    const requests = (route: string, status: string) =>
      valueOf(
        'omomi_http_request_duration_seconds',
        { route, status },
        'omomi_http_request_duration_seconds_count',
      );
    expect(await requests('POST /api/feeds', '201')).toBe(1);
    expect(await requests('GET /api/feeds/{feed_id}', '404')).toBe(1);
    expect(await requests('none', '404')).toBe(1);
    const metrics = await read();
    const documented = [...operations.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    const documentedLabels =
      operations.match(/^\| `omomi_.*$/gm)?.flatMap((row) => row.match(/\w+/g) ?? []) ?? [];
    for (const name of metrics.keys()) expect(documented).toContain(name);
    for (const metric of metrics.values()) {
      expect(metric.help).toMatch(/\.$/);
      if (metric.type === 'histogram') expectHistogram(metric);
    }
    // The dashboard asks for nothing that is not there.
    const asked = [...dashboard.matchAll(/\b(?:omomi|process)_\w+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(9);
    for (const name of asked) expect([...metrics.keys()]).toContain(name.replace(/_(bucket|count)$/, ''));
    for (const [, labels = ''] of dashboard.matchAll(/by \(([\w, ]+)\)/g))
      for (const label of labels.split(', ')) expect([...documentedLabels, 'le']).toContain(label);
    expect(metrics.get('omomi_build_info')?.samples[0]?.value).toBe(1);
    expect(metrics.get('process_resident_memory_bytes')?.samples[0]?.value).toBeGreaterThan(1e6);
  });
});
