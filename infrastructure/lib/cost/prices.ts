/**
 * What AWS charges in us-east-1 on demand, in USD, as its price lists said on `readOn`. `free` is what it gives every
 * account each month, for good.
 */
export const readOn = '2026-11-26';

/** A price for so many units, and the units of a month that cost nothing. */
export type Price = { usd: number; per: number; free: number };

export const prices = {
  writeUnits: { usd: 0.625, per: 1e6, free: 0 },
  readUnits: { usd: 0.125, per: 1e6, free: 0 },
  tableGigabytes: { usd: 0.25, per: 1, free: 25 },
  /** Point-in-time recovery. */
  recoveryGigabytes: { usd: 0.2, per: 1, free: 0 },
  /** Seconds of a function times its memory in GB, on arm64. */
  functionGigabyteSeconds: { usd: 13.3334, per: 1e6, free: 400_000 },
  functionCalls: { usd: 0.2, per: 1e6, free: 1e6 },
  queueRequests: { usd: 0.4, per: 1e6, free: 1e6 },
  alarmMetrics: { usd: 0.1, per: 1, free: 10 },
  customMetrics: { usd: 0.3, per: 1, free: 10 },
  dashboards: { usd: 3, per: 1, free: 3 },
  logGigabytes: { usd: 0.5, per: 1, free: 5 },
  secrets: { usd: 0.4, per: 1, free: 0 },
  bucketWrites: { usd: 5, per: 1e6, free: 0 },
  /** Sent or received by SES, whose free mails end after an account's first year. */
  mails: { usd: 0.1, per: 1000, free: 0 },
  bucketGigabytes: { usd: 0.023, per: 1, free: 0 },
  distributionGigabytes: { usd: 0.085, per: 1, free: 1024 },
  distributionRequests: { usd: 1, per: 1e6, free: 10e6 },
} as const satisfies Record<string, Price>;

export type PricedUnit = keyof typeof prices;

/** USD a million tokens of text, by the model's id. */
export const tokenPrices: Readonly<Record<string, number>> = {
  'amazon.titan-embed-text-v2:0': 0.02,
  'amazon.nova-2-multimodal-embeddings-v1:0': 0.135,
};
