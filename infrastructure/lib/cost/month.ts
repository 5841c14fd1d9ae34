import type { Deployed } from './deployed.ts';
import { prices, tokenPrices, type PricedUnit } from './prices.ts';

/** The use of a deployment. */
export type Usage = {
  /** Feeds that are followed, each fetched every hour. */
  feeds: number;
  /** New articles a day over all feeds. */
  articles: number;
  readers: number;
  /** Feeds that a reader follows. */
  follows: number;
  /** The id of the model that embeds, or `embedded`. */
  model: string;
  retentionDays: number;
};

export type Line = { what: string; amount: number; unit: PricedUnit | 'tokens'; usd: number };

const DAYS = 30;
const TOKENS_AN_ARTICLE = 230;

/** The requests of one reader in a month, as in docs/cost.md, and the mails of newsletters where SES receives them. */
const READER = {
  requests: 12_000,
  lists: 3_000,
  marks: 3_000,
  keywordChanges: 10,
  pictures: 3_000,
  newsletters: 60,
};

/** Seconds of a function for one of what it does: measured, or assumed where docs/cost.md says so. */
const SECONDS = {
  request: 0.03,
  picture: 0.35,
  /** The feeds of a batch are waited for at once. */
  fetch: 1,
  dispatch: 0.3,
  score: 0.6,
  delivery: 0.015,
  slice: 3,
  cleanup: 5,
};
const FEEDS_A_BATCH = 5;
const MESSAGES_A_BATCH = 3;
const ENTRIES_A_SLICE = 500;

/** Lambda asks each queue with five requests at a time, each of which waits for twenty seconds. */
const POLLS_A_QUEUE = (5 * DAYS * 24 * 3600) / 20;

const KILOBYTES = {
  article: 6,
  entry: 1.5,
  feed: 3,
  logLine: 0.6,
  document: 100,
  request: 8,
  picture: 100,
};
const KILOBYTES_A_GIGABYTE = 1024 ** 2;

/** Amounts of a month that several lines need. */
const activityOf = (deployed: Deployed, usage: Usage) => {
  const { feeds, readers } = usage;
  const articles = usage.articles * DAYS;
  const fetches = feeds * 24 * DAYS;
  const changedFetches = Math.min(articles / 2, fetches);
  /** Articles that one reader gets in the month. */
  const received = feeds === 0 ? 0 : articles * Math.min(1, usage.follows / feeds);
  /** Articles that one reader has at a time. */
  const entries = (received * usage.retentionDays) / DAYS;
  const keywordChanges = READER.keywordChanges * readers;
  const calls = {
    api: (READER.requests + READER.pictures) * readers,
    fetch: fetches / FEEDS_A_BATCH,
    score: changedFetches / MESSAGES_A_BATCH,
    jobs: keywordChanges * Math.max(1, entries / ENTRIES_A_SLICE),
    dispatch: deployed.scheduled['dispatch'] ?? 0,
    cleanup: deployed.scheduled['cleanup'] ?? 0,
  };
  return {
    articles,
    fetches,
    changedFetches,
    entries,
    deliveries: received * readers,
    keywordChanges,
    calls,
    invocations: Object.values(calls).reduce((sum, count) => sum + count, 0),
    messages: fetches + changedFetches + calls.jobs,
    tableGigabytes:
      (((articles * usage.retentionDays) / DAYS) * KILOBYTES.article +
        entries * readers * KILOBYTES.entry +
        feeds * KILOBYTES.feed) /
      KILOBYTES_A_GIGABYTE,
  };
};

type Activity = ReturnType<typeof activityOf>;

/** Returns lines of one unit, which share what is free of it. */
const linesOf = (unit: PricedUnit, amounts: Readonly<Record<string, number>>): Line[] => {
  let left: number = prices[unit].free;
  return Object.entries(amounts).map(([what, amount]) => {
    const free = Math.min(left, amount);
    left -= free;
    return { what, unit, amount, usd: ((amount - free) * prices[unit].usd) / prices[unit].per };
  });
};

const tableLines = (activity: Activity, { feeds, readers }: Usage): Line[] => {
  const { articles, fetches, changedFetches, entries, deliveries, keywordChanges } = activity;
  return [
    ...linesOf('writeUnits', {
      'articles and their vectors': 4 * articles,
      'entries of readers': 4.6 * deliveries,
      'fetches and the turns of hosts': 2 * fetches,
      'changed documents': 4 * changedFetches,
      'read marks': 8 * READER.marks * readers,
      'changed keywords': 0.5 * entries * keywordChanges,
      'rate limits': READER.requests * readers,
    }),
    ...linesOf('readUnits', {
      'articles and their stories': 8 * articles,
      'scoring for readers': 4 * deliveries,
      'entries for changed keywords': 1.3 * entries * keywordChanges,
      'feeds that are due': activity.calls.dispatch * Math.max(16, feeds / 60),
      lists: 15 * READER.lists * readers,
      sessions: READER.requests * readers,
    }),
    ...linesOf('tableGigabytes', { table: activity.tableGigabytes }),
    ...linesOf('recoveryGigabytes', { 'recovery of any minute': activity.tableGigabytes }),
  ];
};

const functionLines = (deployed: Deployed, activity: Activity, { readers }: Usage): Line[] => {
  const { calls, deliveries, invocations, messages } = activity;
  const gigabytesOf = (name: string): number => deployed.functions[name] ?? 1;
  return [
    ...linesOf('functionGigabyteSeconds', {
      'api, requests': READER.requests * readers * SECONDS.request * gigabytesOf('api'),
      'api, pictures': READER.pictures * readers * SECONDS.picture * gigabytesOf('api'),
      fetch: calls.fetch * SECONDS.fetch * gigabytesOf('fetch'),
      score: (calls.score * SECONDS.score + deliveries * SECONDS.delivery) * gigabytesOf('score'),
      jobs: calls.jobs * SECONDS.slice * gigabytesOf('jobs'),
      dispatch: calls.dispatch * SECONDS.dispatch * gigabytesOf('dispatch'),
      cleanup: calls.cleanup * SECONDS.cleanup * gigabytesOf('cleanup'),
    }),
    ...linesOf('functionCalls', { 'calls of functions': invocations }),
    ...linesOf('queueRequests', {
      'queues that are asked while they are empty': deployed.polledQueues * POLLS_A_QUEUE,
      'messages sent, received and deleted': 3 * messages,
    }),
  ];
};

const otherLines = (deployed: Deployed, activity: Activity, { feeds, readers }: Usage): Line[] => {
  const { invocations, fetches, changedFetches } = activity;
  const sent = READER.requests * KILOBYTES.request + READER.pictures * KILOBYTES.picture;
  return [
    ...linesOf('alarmMetrics', { 'metrics that alarms read': deployed.alarmMetrics }),
    ...linesOf('customMetrics', { 'metrics of log lines': deployed.customMetrics }),
    ...linesOf('dashboards', { dashboard: deployed.dashboards }),
    ...linesOf('logGigabytes', {
      logs: ((3 * invocations + fetches) * KILOBYTES.logLine) / KILOBYTES_A_GIGABYTE,
    }),
    ...linesOf('secrets', { secrets: deployed.secrets }),
    ...linesOf('bucketWrites', { 'documents written': changedFetches }),
    ...linesOf('bucketGigabytes', { documents: (feeds * KILOBYTES.document) / KILOBYTES_A_GIGABYTE }),
    ...linesOf('mails', {
      ...(deployed.sendsMails ? { 'the morning edition to every reader': readers * DAYS } : {}),
      ...(deployed.receivesMails ? { 'newsletters received': readers * READER.newsletters } : {}),
    }),
    ...linesOf('distributionGigabytes', { 'sent to readers': (readers * sent) / KILOBYTES_A_GIGABYTE }),
    ...linesOf('distributionRequests', { 'requests of readers': activity.calls.api }),
  ];
};

const embeddingLines = (model: string, articles: number): Line[] => {
  if (model === 'embedded') return [];
  const usd = tokenPrices[model];
  if (usd === undefined)
    throw new Error(
      `the model ${model} has no price here: expected one of ${Object.keys(tokenPrices).join(', ')}, embedded`,
    );
  const amount = articles * TOKENS_AN_ARTICLE;
  return [{ what: `texts embedded by ${model}`, unit: 'tokens', amount, usd: (amount * usd) / 1e6 }];
};

/**
 * Returns the lines of a month of 30 days in us-east-1, each with its amount and its price in USD. @throws Error for a model
 * without a price.
 */
export const monthOf = (deployed: Deployed, usage: Usage): Line[] => {
  const activity = activityOf(deployed, usage);
  return [
    ...embeddingLines(usage.model, activity.articles),
    ...tableLines(activity, usage),
    ...functionLines(deployed, activity, usage),
    ...otherLines(deployed, activity, usage),
  ];
};
