import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { PREVIEW_DAYS, PREVIEW_SHOWN, type RuleCondition } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { inBatches } from '../../lib/in-batches.ts';
import { spend, type Spend } from '../../lib/turns/spend.ts';
import type { EntryRow, EntryStore } from '../../model/article/entry.ts';
import { shownTitle, type SubscriptionStore } from '../../model/feed/subscription.ts';
import { compileConditions, needsArticle } from '../../model/rules/evaluate.ts';
import type { LoadRuled, Ruled } from './ruled-articles.ts';

/** Rows of a page: 20 read units. */
const PAGE = 200;
/** The most articles that a preview compares by their rows alone: 100 read units. */
const MOST_ROWS = 1000;
/** The most articles that a preview reads: about 200 to 400 read units, more if they are long. */
const MOST_READ = 200;
/** Articles that are loaded at once, so that no more are loaded than the steps allow. */
const LOADED_AT_ONCE = 10;
/** The steps of a preview, after which no more articles are compared: about a second of work. */
const MOST_STEPS = 40_000_000;
const DAY_MS = 86_400_000;

export type PreviewRuleDeps = {
  entries: Pick<EntryStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'list'>;
  loadRuled: LoadRuled;
  now: Clock;
};

/** Returns the rows of the reader's newest articles since `since`, at most `most`, and whether there are more. */
const newestRows = async (
  { entries, now }: PreviewRuleDeps,
  user_id: string,
  since: string,
  most: number,
): Promise<{ rows: EntryRow[]; isCut: boolean }> => {
  const rows: EntryRow[] = [];
  let after: EntryRow | null = null;
  for (;;) {
    const page: Awaited<ReturnType<EntryStore['list']>> = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'all',
      feed_ids: null,
      limit: PAGE,
      after,
      now: now().toISOString(),
    });
    rows.push(...page.rows.filter(({ published_at }) => published_at >= since));
    after = page.rows.at(-1) ?? null;
    const isPast = after === null || after.published_at < since || !page.has_more;
    if (isPast || rows.length >= most) return { rows: rows.slice(0, most), isCut: !isPast };
  }
};

type Load = (rows: EntryRow[]) => Promise<Ruled<EntryRow>[]>;

/** Compares articles in order until the steps are used up, but at least one. Returns how many were compared, and which match. */
const compare = async (
  rows: EntryRow[],
  load: Load,
  conditions: readonly RuleCondition[],
): Promise<{ lookedAt: number; matching: EntryRow[] }> => {
  const holds = compileConditions(conditions);
  const matching: EntryRow[] = [];
  let lookedAt = 0;
  let left = MOST_STEPS;
  const count: Spend = (steps) => {
    left -= steps;
    return spend(steps);
  };
  for (const batch of inBatches(rows, LOADED_AT_ONCE))
    for (const { entry, subject } of await load(batch)) {
      if (left <= 0) return { lookedAt, matching };
      if (await holds(subject, count)) matching.push(entry);
      lookedAt += 1;
    }
  return { lookedAt, matching };
};

/** Creates the endpoint that tells what conditions would have matched. It writes nothing. */
export const createPreviewRuleEndpoint = (deps: PreviewRuleDeps): HandlersOf<'previewRule'> => ({
  previewRule: async ({ reader: { user_id }, body: { conditions } }) => {
    const isRead = needsArticle(conditions);
    const begin = new Date(deps.now().getTime() - PREVIEW_DAYS * DAY_MS).toISOString();
    const [{ rows, isCut }, subscriptions] = await Promise.all([
      newestRows(deps, user_id, begin, isRead ? MOST_READ : MOST_ROWS),
      deps.subscriptions.list(user_id),
    ]);
    const load: Load = (some) => deps.loadRuled(some, { subscriptions, isRead });
    const { lookedAt, matching } = await compare(rows, load, conditions);
    const titles = new Map(subscriptions.map((one) => [one.feed_id, shownTitle(one)]));
    const isWhole = !isCut && lookedAt === rows.length;
    return {
      looked_at: lookedAt,
      matched: matching.length,
      since: isWhole ? begin : (rows[lookedAt - 1]?.published_at ?? begin),
      items: matching.slice(0, PREVIEW_SHOWN).map(({ article_id, title, feed_ids, published_at }) => ({
        article_id,
        title,
        feed_title: titles.get(feed_ids[0]) ?? '',
        published_at,
      })),
    };
  },
});
