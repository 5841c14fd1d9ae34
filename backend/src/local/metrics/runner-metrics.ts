import { queueName } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { version } from '../../lib/version.ts';
import type { ObserveLimits } from '../../limits/windows.ts';
import type { Embedder } from '../../model/score/embedder.ts';
import { OutboundError, type GuardedFetch } from '../../web/guard/guarded-fetch.ts';
import type { OwnedQueues } from '../../owner/queues.ts';
import type { ObserveFetch } from '../../refresh/record-fetch.ts';
import type { ApiHandler } from '../http/app.ts';

type Labels = Readonly<Record<string, string>>;

type Sample = { name: string; labels: Labels; value: number };

/** A metric with its samples at the time of a scrape. */
export type Metric = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: () => Sample[] | Promise<Sample[]>;
};

const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels));

/** Creates a counter, whose name ends in `_total`. It has a sample of 0 from the start for each of `known`. */
export const createCounter = (
  name: string,
  help: string,
  known: readonly Labels[] = [],
): { metric: Metric; add: (labels: Labels, by?: number) => void } => {
  const counts = new Map<string, Sample>();
  const add = (labels: Labels, by = 1): void => {
    const key = keyOf(labels);
    counts.set(key, { name, labels, value: (counts.get(key)?.value ?? 0) + by });
  };
  for (const labels of known) add(labels, 0);
  return { metric: { name, help, type: 'counter', samples: () => [...counts.values()] }, add };
};

/** Creates a gauge, whose samples are read at each scrape. */
export const createGauge = (
  name: string,
  help: string,
  read: () => { labels: Labels; value: number }[] | Promise<{ labels: Labels; value: number }[]>,
): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: async () => (await read()).map((sample) => ({ name, ...sample })),
});

type Distribution = { labels: Labels; counts: number[]; sum: number; count: number };

/** Returns the samples of one distribution: cumulative buckets, the last of which has all values, then sum and count. */
const samplesOf = (
  name: string,
  bounds: readonly number[],
  { labels, counts, sum, count }: Distribution,
): Sample[] => {
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return { name: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { name: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
};

/** Creates a histogram. `bounds` are the upper bounds of its buckets, inclusive and ascending. */
export const createHistogram = (
  name: string,
  help: string,
  bounds: readonly number[],
): { metric: Metric; observe: (labels: Labels, value: number) => void } => {
  const all = new Map<string, Distribution>();
  const observe = (labels: Labels, value: number): void => {
    const key = keyOf(labels);
    const stored = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
    const at = bounds.findIndex((bound) => value <= bound);
    if (at !== -1) stored.counts[at] = (stored.counts[at] ?? 0) + 1;
    stored.sum += value;
    stored.count += 1;
    all.set(key, stored);
  };
  const samples = () => [...all.values()].flatMap((one) => samplesOf(name, bounds, one));
  return { metric: { name, help, type: 'histogram', samples }, observe };
};

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const lineOf = ({ name, labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
};

/** Returns the metrics in Prometheus' text format. */
export const exposition = async (metrics: readonly Metric[]): Promise<string> => {
  const texts = await Promise.all(
    metrics.map(async ({ name, help, type, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...(await samples()).map(lineOf),
    ]),
  );
  return `${texts.flat().join('\n')}\n`;
};

/** Upper bounds in seconds. An answer of the API takes at most 29 s, a fetch 30 s, a call of a model a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const outcomes = (...names: string[]) => names.map((outcome) => ({ outcome }));

/** Measures by wrapping what it measures, and returns the text of `GET /metrics`. */
export type RunnerMetrics = {
  observeFetch: ObserveFetch;
  observeLimits: ObserveLimits;
  /** Counts the requests to other servers. */
  measureRequests: (fetch: GuardedFetch) => GuardedFetch;
  measureModel: (embedder: Embedder) => Embedder;
  measureApi: (api: ApiHandler) => ApiHandler;
  /** Returns all metrics in Prometheus' text format; `depth` reads the length of a queue. */
  read: (depth: OwnedQueues['depth']) => Promise<string>;
};

const createFetchMetrics = () => {
  const fetches = createCounter(
    'omomi_fetches_total',
    'Fetches of feeds that ended, by outcome.',
    outcomes('updated', 'unchanged', 'failed'),
  );
  const failures = createCounter('omomi_fetch_failures_total', 'Fetches that failed, by error code.');
  const articles = createCounter('omomi_articles_total', 'Articles that fetches brought or changed.', [{}]);
  const leftOut = createCounter('omomi_items_left_out_total', 'Items of feeds that brought no article.', [
    {},
  ]);
  const seconds = createHistogram('omomi_fetch_duration_seconds', 'Seconds that fetches took.', SECONDS);
  const observe: ObserveFetch = ({ outcome, error_code, duration_ms, items_upserted, items_left_out }) => {
    fetches.add({ outcome });
    if (error_code !== null) failures.add({ error_code });
    articles.add({}, items_upserted);
    leftOut.add({}, items_left_out);
    seconds.observe({}, duration_ms / 1000);
  };
  return { observe, metrics: [fetches, failures, articles, leftOut, seconds].map(({ metric }) => metric) };
};

const createRequestMetrics = () => {
  const requests = createCounter(
    'omomi_upstream_requests_total',
    'Requests to other servers, by the status of the last answer, or by the error code where none came.',
  );
  const measure =
    (fetch: GuardedFetch): GuardedFetch =>
    async (request) => {
      // Requests that were never sent count as `not_sent`: a robots.txt forbids them, or the client has gone.
      let status = 'not_sent';
      try {
        const answer = await fetch(request);
        status = String(answer.status);
        return answer;
      } catch (error) {
        if (error instanceof OutboundError) status = error.fault;
        throw error;
      } finally {
        requests.add({ status });
      }
    };
  return { measure, metrics: [requests.metric] };
};

const createLimitMetrics = () => {
  const decisions = createCounter(
    'omomi_rate_limit_decisions_total',
    'Requests that the rate limits let pass or refused, by class.',
  );
  const observe: ObserveLimits = (event) => {
    if (event.kind !== 'decision') return;
    decisions.add({ class: event.rate_class, outcome: event.is_allowed ? 'passed' : 'refused' });
  };
  return { observe, metrics: [decisions.metric] };
};

const createModelMetrics = (now: Clock) => {
  const calls = createCounter(
    'omomi_model_calls_total',
    'Calls of the model, each with one or more texts. One is failed if it gave no vector for a text.',
    outcomes('done', 'failed'),
  );
  const texts = createCounter(
    'omomi_model_texts_total',
    'Texts given to the model.',
    outcomes('done', 'failed'),
  );
  const seconds = createHistogram('omomi_model_call_duration_seconds', 'Seconds that calls took.', SECONDS);
  const measure = (embedder: Embedder): Embedder => ({
    ...embedder,
    embed: async (requests) => {
      const started = now().getTime();
      let failed = requests.length;
      try {
        const results = await embedder.embed(requests);
        failed = results.filter(({ ok }) => !ok).length;
        return results;
      } finally {
        calls.add({ outcome: failed === 0 ? 'done' : 'failed' });
        texts.add({ outcome: 'done' }, requests.length - failed);
        texts.add({ outcome: 'failed' }, failed);
        seconds.observe({}, (now().getTime() - started) / 1000);
      }
    },
  });
  return { measure, metrics: [calls, texts, seconds].map(({ metric }) => metric) };
};

const createApiMetrics = (now: Clock) => {
  const seconds = createHistogram(
    'omomi_http_request_duration_seconds',
    'Seconds until the API answered, by route and status. Requests to no route have the route none.',
    SECONDS,
  );
  const measure =
    (api: ApiHandler): ApiHandler =>
    async (event, context, gone) => {
      const started = now().getTime();
      const answer = await api(event, context, gone);
      // The router names the route in the event, so the label has few values, whatever address was asked for.
      const route = event.routeKey === '$default' ? 'none' : event.routeKey;
      const labels = { route, status: String(answer.statusCode ?? 200) };
      seconds.observe(labels, (now().getTime() - started) / 1000);
      return answer;
    };
  return { measure, metrics: [seconds.metric] };
};

const queueMetric = (depth: OwnedQueues['depth']): Metric =>
  createGauge('omomi_queue_messages', 'Messages of each queue, by state.', async () => {
    const all = await Promise.all(queueName.options.map(depth));
    return all.flatMap(({ queue, waiting, in_flight, dead_letters }) =>
      Object.entries({ waiting, in_flight, dead_letters }).map(([state, value]) => ({
        labels: { queue, state },
        value,
      })),
    );
  });

const processMetrics = (startedAt: Date): Metric[] => [
  createGauge('omomi_build_info', 'Always 1, with the version.', () => [{ labels: { version }, value: 1 }]),
  createGauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => [
    { labels: {}, value: startedAt.getTime() / 1000 },
  ]),
  createGauge('process_resident_memory_bytes', 'Memory of the process.', () => [
    { labels: {}, value: process.memoryUsage.rss() },
  ]),
];

/** Creates the metrics of this process, which count from its start. */
export const createRunnerMetrics = (now: Clock): RunnerMetrics => {
  const fetches = createFetchMetrics();
  const model = createModelMetrics(now);
  const api = createApiMetrics(now);
  const requests = createRequestMetrics();
  const limits = createLimitMetrics();
  const own = processMetrics(now());
  return {
    observeFetch: fetches.observe,
    observeLimits: limits.observe,
    measureRequests: requests.measure,
    measureModel: model.measure,
    measureApi: api.measure,
    read: (depth) =>
      exposition([
        ...fetches.metrics,
        ...requests.metrics,
        ...model.metrics,
        ...api.metrics,
        ...limits.metrics,
        queueMetric(depth),
        ...own,
      ]),
  };
};
