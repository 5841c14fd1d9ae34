import type { Clock } from '../lib/clock.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { EXPORT_VERSION, type ExportPage } from '../contract/index.ts';
import type { FolderStore } from '../model/feed/folder.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { KeywordStore } from '../model/score/keyword.ts';
import type { ReadExportPage } from './export-pages.ts';
import type { IdentityStore } from '../model/reader/identity.ts';
import { preferencesToWire } from '../accounts/preferences/preferences.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import { COUNTED } from '../scoring/learning/learn.ts';
import type { LearningStore } from '../model/learning/learning-store.ts';
import { isAlive } from '../accounts/sessions/session.ts';
import type { SessionStore } from '../model/reader/session.ts';
import type { SavedSearchStore } from '../model/search/saved-search.ts';
import type { RuleStore } from '../model/rules/rule.ts';
import { ruleToWire } from '../model/rules/rule-to-wire.ts';
import type { TodayLinkStore } from '../model/reader/today-link.ts';
import type { TokenStore } from '../model/reader/token.ts';

type ExportEndpointDeps = {
  readPage: ReadExportPage;
  folders: Pick<FolderStore, 'positions'>;
  identities: Pick<IdentityStore, 'list'>;
  keywords: Pick<KeywordStore, 'list'>;
  profiles: Pick<ProfileStore, 'get'>;
  rules: Pick<RuleStore, 'get' | 'getCounts'>;
  savedSearches: Pick<SavedSearchStore, 'list'>;
  learning: Pick<LearningStore, 'listSignals' | 'listPassed'>;
  sessions: Pick<SessionStore, 'list'>;
  tokens: Pick<TokenStore, 'list'>;
  todayLinks: Pick<TodayLinkStore, 'list'>;
  now: Clock;
  retention: Retention;
};

/** Returns what the first page of an export says of the account. */
const accountOf = async (deps: ExportEndpointDeps, userId: string): Promise<ExportPage['account']> => {
  const [
    profile,
    positions,
    identities,
    sessions,
    tokens,
    today_links,
    { rules },
    counts,
    signals,
    passed,
    saved_searches,
  ] = await Promise.all([
    deps.profiles.get(userId),
    deps.folders.positions(userId),
    deps.identities.list(userId),
    deps.sessions.list(userId),
    deps.tokens.list(userId),
    deps.todayLinks.list(userId),
    deps.rules.get(userId),
    deps.rules.getCounts(userId),
    deps.learning.listSignals(userId, COUNTED),
    deps.learning.listPassed(userId),
    deps.savedSearches.list(userId),
  ]);
  return {
    user_id: userId,
    email: profile?.email ?? null,
    name: profile?.name ?? null,
    created_at: profile?.created_at ?? null,
    preferences: preferencesToWire(profile, deps.retention),
    folders: Array.from(positions, ([name, position]) => ({ name, position })),
    rules: rules.map((rule) => ruleToWire(rule, counts)),
    saved_searches,
    identities,
    sessions: sessions.filter((session) => isAlive(session, deps.now())),
    tokens,
    today_links,
    signals: signals.map(({ article_id, title, opinion, is_saved, is_read_through, noted_at }) => ({
      article_id,
      title,
      opinion,
      is_saved,
      is_read_through,
      noted_at,
    })),
    passed,
  };
};

/** Creates the endpoint that exports all of a reader's data in pages small enough for a Lambda function's answer. */
export const createExportEndpoint = (deps: ExportEndpointDeps): HandlersOf<'exportAccount'> => ({
  exportAccount: async ({ reader: { user_id }, query: { cursor } }) => {
    const isFirst = cursor === undefined;
    const exported_at = deps.now().toISOString();
    const lists = await deps.readPage(user_id, cursor);
    return {
      format: 'omomi-export',
      version: EXPORT_VERSION,
      exported_at,
      account: isFirst ? await accountOf(deps, user_id) : null,
      keywords: isFirst ? await deps.keywords.list(user_id) : [],
      ...lists,
    };
  },
});
