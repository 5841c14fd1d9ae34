import type { SearchOrder } from '@omomi/backend/contract';
import type { ArticleFilter, ArticleSort } from '../shown-list.ts';

/** The parameters of a list of articles, shared by the address bar, the query and its key. */
export type ListScope = {
  sort: ArticleSort;
  filter: ArticleFilter;
  feed_id: string | null;
  folder: string | null;
  /** A tag that the articles have; with it there is neither feed nor folder. */
  tag: string | null;
};

/** Every query key of the application. */
export const keys = {
  feeds: ['feeds'] as const,
  counts: ['counts'] as const,
  folders: ['folders'] as const,
  articles: ['articles'] as const,
  articleLists: ['articles', 'list'] as const,
  /** The lists of a scope, whatever the size of their pages. */
  listsOf: (scope: ListScope) => ['articles', 'list', scope] as const,
  articleList: (scope: ListScope, pageSize: number, isBalanced: boolean) =>
    ['articles', 'list', scope, pageSize, isBalanced] as const,
  /** The known changes since the list was loaded at `asked_at`. */
  listChanges: (scope: ListScope, askedAt: string) => ['list-changes', scope, askedAt] as const,
  today: ['articles', 'list', 'today'] as const,
  everyFound: ['articles', 'list', 'found'] as const,
  /** The result of a search is a list too: marks change its rows. */
  found: (q: string, order: SearchOrder) => ['articles', 'list', 'found', q, order] as const,
  related: (articleId: string) => ['articles', 'related', articleId] as const,
  tags: ['tags'] as const,
  highlights: ['highlights'] as const,
  searches: ['searches', 'saved'] as const,
  searchCounts: ['searches', 'counts'] as const,
  feedFigures: ['feed-figures'] as const,
  feedFetches: (feedId: string) => ['feed-fetches', feedId] as const,
  siteSignIn: (feedId: string) => ['site-sign-in', feedId] as const,
  newsletter: (feedId: string) => ['newsletter', feedId] as const,
  feedHistories: ['feed-history'] as const,
  feedHistory: (feedId: string) => ['feed-history', feedId] as const,
  everyArticle: ['articles', 'one'] as const,
  chapters: (articleId: string, url: string) => ['chapters', articleId, url] as const,
  article: (articleId: string) => ['articles', 'one', articleId] as const,
  /** Mutations: marks that are being sent. */
  tagMarks: ['marks', 'tags'] as const,
  savedMarks: ['marks', 'saved'] as const,
  keywords: ['keywords'] as const,
  learned: ['learned'] as const,
  keywordSuggestions: (keywordIds: string) => ['keyword-suggestions', keywordIds] as const,
  keywordPreviews: ['keyword-preview'] as const,
  keywordPreview: (text: string, isExcluding: boolean) => ['keyword-preview', text, isExcluding] as const,
  keywordShares: ['keyword-shares'] as const,
  rules: ['rules'] as const,
  rulePreview: (conditions: string) => ['rule-preview', conditions] as const,
  model: ['model'] as const,
  preferences: ['preferences'] as const,
  jobs: ['jobs'] as const,
  jobHistory: ['jobs', 'history'] as const,
  job: (jobId: string) => ['jobs', 'one', jobId] as const,
  crawls: ['crawls'] as const,
  crawlList: ['crawls', 'list'] as const,
  crawlEstimate: (settings: string) => ['crawls', 'estimate', settings] as const,
  crawl: (crawlId: string) => ['crawls', 'one', crawlId] as const,
  /** A part of a crawl, such as its pages or errors, and the query that it was asked for with. */
  crawlPart: (crawlId: string, part: string, query: object) =>
    ['crawls', 'one', crawlId, part, query] as const,
  me: ['me'] as const,
  providers: ['providers'] as const,
  identities: ['identities'] as const,
  sessions: ['sessions'] as const,
  tokens: ['tokens'] as const,
  feedAddresses: ['feed-addresses'] as const,
  destinations: ['destinations'] as const,
  ownedReaders: ['owner', 'readers'] as const,
  ownedFeeds: ['owner', 'feeds'] as const,
  queues: ['owner', 'queues'] as const,
  deadLetters: (queue: string) => ['owner', 'dead-letters', queue] as const,
  health: ['health'] as const,
};
