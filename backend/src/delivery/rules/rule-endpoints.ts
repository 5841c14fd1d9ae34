import type { EndpointHandler, HandlersOf } from '../../contract/endpoints/handlers.ts';
import { onlyPage, PREVIEW_DAYS, PREVIEW_SHOWN, type RuleCondition } from '../../contract/index.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import { type RuleCounts, type StoredRule, ruleToWire } from '../../model/rules/rule.ts';
import { addedRule, changedRules, orderedRules, ruleUnknown } from './change-rules.ts';
import { ALL_RULES } from './apply-rules.ts';
import { inBatches } from '../../lib/lists.ts';
import { createBudget } from '../../lib/turns.ts';
import type { EntryRow, EntryStore } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import { compileConditions, needsArticle } from '../../model/rules/evaluate.ts';
import { loadSubjects, type WithSubject, type SubjectsContext } from './load-subjects.ts';

type RuleEndpointsContext = JobContext &
  SubjectsContext &
  Pick<Context, 'rules' | 'entries' | 'subscriptions'>;

const noCounts: RuleCounts = { matched: {}, recent: [] };

type RuleEndpoints =
  | 'listRules'
  | 'addRule'
  | 'orderRules'
  | 'updateRule'
  | 'deleteRule'
  | 'applyRules'
  | 'previewRule';

/** The endpoints of rules. Each change is one conditional write of the item that has all rules of the reader. */
export const ruleEndpoints = (ctx: RuleEndpointsContext): HandlersOf<RuleEndpoints> => {
  const { rules, now } = ctx;
  const listed = async (userId: string, stored: StoredRule[]) => {
    const counts = await rules.getCounts(userId);
    return onlyPage(stored.map((rule) => ruleToWire(rule, counts)));
  };
  return {
    listRules: async ({ reader: { user_id } }) => listed(user_id, (await rules.get(user_id)).rules),
    addRule: async ({ reader: { user_id }, body }) => {
      const at = now().toISOString();
      const { rules: stored } = await rules.change(user_id, (reader) => {
        const added = addedRule(reader.rules, user_id, body, at);
        return added.isNew ? { ...reader, rules: added.rules } : null;
      });
      return ruleToWire(addedRule(stored, user_id, body, at).rule, noCounts);
    },
    orderRules: async ({ reader: { user_id }, body: { rule_ids } }) => {
      const { rules: stored } = await rules.change(user_id, (reader) => ({
        ...reader,
        rules: orderedRules(reader.rules, rule_ids),
      }));
      return listed(user_id, stored);
    },
    updateRule: async ({ reader: { user_id }, params: { rule_id }, body }) => {
      const { rules: stored } = await rules.change(user_id, (reader) => ({
        ...reader,
        rules: changedRules(reader.rules, rule_id, body),
      }));
      const changed = stored.find((rule) => rule.rule_id === rule_id);
      if (changed === undefined) throw ruleUnknown();
      return ruleToWire(changed, await rules.getCounts(user_id));
    },
    deleteRule: async ({ reader: { user_id }, params: { rule_id } }) => {
      const isNamed = (rule: StoredRule) => rule.rule_id === rule_id;
      if (!(await rules.get(user_id)).rules.some(isNamed)) throw ruleUnknown();
      await rules.change(user_id, (reader) => ({
        ...reader,
        rules: reader.rules.filter((rule) => !isNamed(rule)),
      }));
      await rules.changeCounts(user_id, ({ matched, recent }) => {
        const { [rule_id]: gone, ...left } = matched;
        return gone === undefined ? null : { matched: left, recent };
      });
      return undefined;
    },
    applyRules: async ({ reader: { user_id }, body: { rule_id } }) => {
      const at = now().toISOString();
      await rules.change(user_id, (reader) => {
        if (rule_id !== undefined && !reader.rules.some((rule) => rule.rule_id === rule_id))
          throw ruleUnknown();
        return { ...reader, asked: { ...reader.asked, [rule_id ?? ALL_RULES]: at } };
      });
      return startJob(ctx, user_id, 'apply-rules');
    },
    previewRule: ({ reader: { user_id }, body: { conditions } }) => previewRule(ctx, user_id, conditions),
  };
};

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

type PreviewRuleContext = SubjectsContext & Pick<Context, 'entries' | 'subscriptions' | 'now'>;

/** Returns the rows of the reader's newest articles since `since`, at most `most`, and whether there are more. */
const newestRows = async (
  { entries, now }: PreviewRuleContext,
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

type Load = (rows: EntryRow[]) => Promise<WithSubject<EntryRow>[]>;

/** Compares articles in order until the steps are used up, but at least one. Returns how many were compared, and which match. */
const compare = async (
  rows: EntryRow[],
  load: Load,
  conditions: readonly RuleCondition[],
): Promise<{ lookedAt: number; matching: EntryRow[] }> => {
  const holds = compileConditions(conditions);
  const matching: EntryRow[] = [];
  let lookedAt = 0;
  const { spend, isSpent } = createBudget(MOST_STEPS);
  for (const batch of inBatches(rows, LOADED_AT_ONCE))
    for (const { entry, subject } of await load(batch)) {
      if (isSpent()) return { lookedAt, matching };
      if (await holds(subject, spend)) matching.push(entry);
      lookedAt += 1;
    }
  return { lookedAt, matching };
};

/** Tells what conditions would have matched. It writes nothing. */
const previewRule = async (
  ctx: PreviewRuleContext,
  user_id: string,
  conditions: readonly RuleCondition[],
): ReturnType<EndpointHandler<'previewRule'>> => {
  const isRead = needsArticle(conditions);
  const begin = new Date(ctx.now().getTime() - PREVIEW_DAYS * DAY_MS).toISOString();
  const [{ rows, isCut }, subscriptions] = await Promise.all([
    newestRows(ctx, user_id, begin, isRead ? MOST_READ : MOST_ROWS),
    ctx.subscriptions.list(user_id),
  ]);
  const load: Load = (some) => loadSubjects(ctx, some, { subscriptions, isRead });
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
};
