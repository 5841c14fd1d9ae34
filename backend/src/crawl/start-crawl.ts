import { crawlMaximum, type CrawlEstimate, type CrawlSettings } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { CRAWL_DAYS, type CrawlPlan, type CrawlRecord } from '../model/crawl/crawl.ts';
import { FeedUrlError, normaliseFeedUrl } from '../model/feed/feed-url.ts';
import { estimateOf } from './cost.ts';
import { pageAddress } from './frontier/admit.ts';
import { DomainError, invalidInput } from '../lib/errors.ts';
import { type AllowHosts, parseAllowHosts, targetRefusal } from '../web/guard/target.ts';

/** A seed is no address that Omomi asks. */
export class SeedRefusedError extends DomainError {
  override readonly name = 'SeedRefusedError';
  readonly url: string;

  constructor(url: string, reason: string) {
    super('ADDRESS_REFUSED', reason, { url });
    this.url = url;
  }
}

type Allowed = CrawlEstimate['allowed'];

/** The largest values that a reader who is not the owner may ask for, and the crawls that are kept for one. */
const forReaders: Allowed = { seeds: 10, limit: 1000, depth: 10, concurrency: 10 };
const CRAWLS_OF_A_READER = 20;
const CRAWLS_OF_THE_OWNER = 200;

const allowedTo = (isOwner: boolean): Allowed => (isOwner ? { ...crawlMaximum } : forReaders);

type StartContext = JobContext &
  Pick<Context, 'crawls' | 'log'> & { settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'> };

/** Returns the address of a seed. @throws SeedRefusedError if it is none that may be asked. */
const seedAddress = (seed: string, allowHosts: AllowHosts): string => {
  try {
    const url = normaliseFeedUrl(seed);
    const refusal = targetRefusal(url, allowHosts);
    if (refusal !== null) throw new SeedRefusedError(seed, refusal);
    return pageAddress(url)?.url ?? url;
  } catch (error) {
    if (error instanceof FeedUrlError) throw new SeedRefusedError(seed, error.message);
    throw error;
  }
};

/** Returns the settings with seeds as the crawl asks them, each once. @throws SeedRefusedError */
export const withSeedAddresses = <T extends CrawlSettings>(settings: T, allowHosts: AllowHosts): T => ({
  ...settings,
  seeds: [...new Set(settings.seeds.map((seed) => seedAddress(seed, allowHosts)))],
});

/** Returns a crawl that begins now. */
export const newCrawl = (user_id: string, crawl_id: string, settings: CrawlPlan, at: Date): CrawlRecord => ({
  user_id,
  crawl_id,
  settings,
  estimate: estimateOf(settings),
  created_at: at.toISOString(),
  ended_at: null,
  ttl: Math.floor(at.getTime() / 1000) + CRAWL_DAYS * 86_400,
});

const checkAllowed = (settings: CrawlSettings, allowed: Allowed): void => {
  const asked = { ...settings, seeds: settings.seeds.length };
  for (const field of ['seeds', 'limit', 'depth', 'concurrency'] as const)
    if (asked[field] > allowed[field])
      throw new DomainError(
        'CRAWL_LIMIT',
        `The value of ${field} may be at most ${allowed[field]} for you.`,
        {
          field,
          most: allowed[field],
        },
      );
};

/** The settings that only the owner may choose. */
const ofOwner = ['robots_agent', 'own_hosts', 'respect_robots'] as const;

/** @throws FORBIDDEN, VALIDATION_FAILED */
const checkRobots = (settings: CrawlSettings, isOwner: boolean): void => {
  const chosen = ofOwner.find((field) => settings[field] !== undefined);
  if (chosen !== undefined && !isOwner)
    throw new DomainError('FORBIDDEN', `Only the owner of this deployment may choose ${chosen}.`);
  if (settings.respect_robots === false && (settings.own_hosts ?? []).length === 0)
    throw invalidInput(
      'own_hosts',
      'respect_robots may be false only for hosts of your own: name them in own_hosts.',
    );
};

/** The endpoints that start a crawl and say before what it takes. */
export const startCrawlEndpoints = (ctx: StartContext): HandlersOf<'startCrawl' | 'estimateCrawl'> => ({
  startCrawl: async ({ reader: { user_id, is_owner }, body }) => {
    checkAllowed(body, allowedTo(is_owner));
    checkRobots(body, is_owner);
    const settings = withSeedAddresses(body, parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS));
    const most = is_owner ? CRAWLS_OF_THE_OWNER : CRAWLS_OF_A_READER;
    if ((await ctx.crawls.list(user_id, { limit: most })).length >= most)
      throw new DomainError(
        'CRAWL_LIMIT',
        `You have ${most} crawls of the last 30 days, the most that are kept for one reader.`,
        { field: 'crawls', most },
      );
    const crawl_id = ctx.newId();
    // The job finds its settings, so they are written first.
    await ctx.crawls.create(newCrawl(user_id, crawl_id, settings, ctx.now()));
    const job = await startJob(ctx, user_id, 'crawl', { jobId: crawl_id });
    if (job.job_id === crawl_id) {
      if (settings.respect_robots === false)
        ctx.log.warn("a crawl leaves the robots.txt of its owner's hosts aside", {
          crawl_id,
          hosts: settings.own_hosts,
        });
      return job;
    }
    await ctx.crawls.remove(user_id, crawl_id);
    throw new DomainError('CRAWL_RUNNING', 'Another crawl goes on. This one was not started.', {
      job_id: job.job_id,
    });
  },
  estimateCrawl: async ({ reader: { is_owner }, body }) => ({
    expected: estimateOf(withSeedAddresses(body, parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS))),
    allowed: allowedTo(is_owner),
  }),
});
