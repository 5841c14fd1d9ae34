import { EXPORT_VERSION, type ExportPage } from '../contract/index.ts';
import { preferencesToWire, readOwned } from '../accounts/preferences.ts';
import { destinationToWire } from '../articles/reading/sending.ts';
import { isAlive } from '../accounts/sessions.ts';
import type { Settings } from '../config/settings.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import { retentionIn } from '../model/article/expiry.ts';
import { ruleToWire } from '../model/rules/rule.ts';
import { shownMorning } from '../morning/morning-endpoints.ts';
import { shownNotifications } from '../notifications/notification-endpoints.ts';
import { COUNTED } from '../scoring/learn.ts';
import { readExportPage, type ExportContext } from './export-pages.ts';

type EndpointContext = ExportContext &
  Pick<
    Context,
    | 'folders'
    | 'identities'
    | 'learning'
    | 'notified'
    | 'rules'
    | 'savedSearches'
    | 'sessions'
    | 'tags'
    | 'destinations'
    | 'feedAddresses'
    | 'tokens'
  > & { settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS' | 'READ_RETENTION_HOURS'> };

/** Returns what the first page of an export says of the account. */
const accountOf = async (ctx: EndpointContext, userId: string): Promise<ExportPage['account']> => {
  const [
    profile,
    positions,
    identities,
    sessions,
    tokens,
    feed_addresses,
    notified,
    { rules },
    counts,
    signals,
    passed,
    saved_searches,
    tags,
    owned,
    destinations,
  ] = await Promise.all([
    ctx.profiles.get(userId),
    ctx.folders.positions(userId),
    ctx.identities.list(userId),
    ctx.sessions.list(userId),
    ctx.tokens.list(userId),
    ctx.feedAddresses.list(userId),
    ctx.notified.get(userId),
    ctx.rules.get(userId),
    ctx.rules.getCounts(userId),
    ctx.learning.listSignals(userId, COUNTED),
    ctx.learning.listPassed(userId),
    ctx.savedSearches.list(userId),
    ctx.tags.list(userId),
    readOwned(ctx, userId),
    ctx.destinations.list(userId),
  ]);
  return {
    user_id: userId,
    email: profile?.email ?? null,
    name: profile?.name ?? null,
    created_at: profile?.created_at ?? null,
    preferences: preferencesToWire(profile, retentionIn(ctx.settings), owned),
    folders: Array.from(positions, ([name, position]) => ({ name, position })),
    rules: rules.map((rule) => ruleToWire(rule, counts)),
    saved_searches,
    tags: tags.toSorted(),
    destinations: destinations.map(destinationToWire),
    identities,
    sessions: sessions.filter((session) => isAlive(session, ctx.now())),
    tokens,
    feed_addresses,
    notifications: shownNotifications(notified),
    morning: shownMorning(notified, null),
    signals,
    passed,
  };
};

/** The endpoint that exports all of a reader's data in pages small enough for a Lambda function's answer. */
export const exportEndpoint = (ctx: EndpointContext): HandlersOf<'exportAccount'> => ({
  exportAccount: async ({ reader: { user_id }, query: { cursor } }) => {
    const isFirst = cursor === undefined;
    const exported_at = ctx.now().toISOString();
    const lists = await readExportPage(ctx, user_id, cursor);
    return {
      format: 'omomi-export',
      version: EXPORT_VERSION,
      exported_at,
      account: isFirst ? await accountOf(ctx, user_id) : null,
      keywords: isFirst ? await ctx.keywords.list(user_id) : [],
      ...lists,
    };
  },
});
