import type { ApiHandlers, Reader, Viewer } from '../../../src/contract/endpoints/handlers.ts';
import { defaultPreferences, endpoints, noExtra } from '../../../src/contract/index.ts';
import type {
  AnswerOf,
  Article,
  ArticleRow,
  Channel,
  Endpoint,
  EndpointName,
  Endpoints,
  Feed,
  Highlight,
  Job,
  Keyword,
  MachineTextAnswer,
  Morning,
  NewHighlight,
  NotificationSettings,
  Notifications,
  OwnedReader,
  Page,
  Preferences,
  Reason,
  Rule,
  SearchPage,
  SavedSearch,
  Taste,
} from '../../../src/contract/index.ts';

import {
  crawlAnswer,
  crawlDetailsAnswer,
  crawlErrorAnswer,
  crawlLinkAnswer,
  crawlPageAnswer,
  duplicatesAnswer,
} from './crawl-answers.ts';

const time = '2026-01-31T08:00:00.000Z';

export const ids = {
  feed_id: '0123456789abcdef',
  article_id: '1234567890123456789',
  keyword_id: '0123456789ab',
  rule_id: '0123456789ac',
  search_id: 'ba9876543210',
  job_id: '0123abcd4567',
  crawl_id: '0123abcd4567',
  page_id: '0123456789abcdef',
  identity_id: '0123456789abcdef0123456789abcdef',
  session_id: '0123456789abcdef'.repeat(4),
  token_id: 'fedcba9876543210'.repeat(4),
  channel_id: 'fedcba987654',
  code: `local.1234567890123456789.${'aB3'.repeat(14)}x`,
  deed: 'later',
  mail_code: `local.${'aB3'.repeat(14)}x`,
  mail_deed: 'stop',
  address_id: '0011223344556677'.repeat(4),
  highlight_id: '0123mark4567',
  destination_id: 'destination0000000000000000'.slice(0, 26),
  file: `feed_local_${'aB3'.repeat(14)}x.atom`,
  user_id: 'a0b1c2d3e4f5a6b7'.repeat(2),
  name: 'News',
  queue: 'fetch',
  kind: 'dispatch',
};

const invitationCode = 'aB3'.repeat(14) + 'x';

const sampleSettings: NotificationSettings = {
  is_on: true,
  what: { kind: 'must_read' },
  most_a_day: 3,
  quiet: { from: '22:00', to: '07:00' },
  time_zone: 'Europe/Berlin',
  language: 'en',
  page: 'https://omomi.example',
};
const { time_zone, language, page } = sampleSettings;
const sampleMorning: Morning = {
  can_send: true,
  settings: { is_on: true, time: '07:00', days: [1, 2, 3, 4, 5], time_zone, language, page },
  address: 'anna@example.org',
  is_confirmed: true,
  last_sent_at: null,
  problem: { status: 550, at: time },
};
const samplePage = { text: '<!doctype html>', content_type: 'text/html' };

const sampleChannel: Channel = {
  channel_id: ids.channel_id,
  kind: 'webhook',
  name: 'hooks.example',
  created_at: time,
  last_sent_at: null,
  problem: null,
};
const sampleNotifications: Notifications = { settings: sampleSettings, channels: [sampleChannel] };

const sampleFeed: Feed = {
  feed_id: ids.feed_id,
  url: 'https://blog.example/feed.xml',
  title: 'A blog',
  site_url: 'https://blog.example/',
  description: 'On blogs.',
  language: 'en',
  folder: null,
  position: null,
  fetch_interval_minutes: null,
  current_interval_minutes: 60,
  interval_reason: 'usual',
  text_mode: 'auto',
  volume: 'normal',
  keep_days: null,
  found_text: 'full',
  is_active: true,
  fetch_status: 'active',
  error_code: null,
  error_message: null,
  unread_count: 3,
  has_unread: true,
  last_fetched_at: time,
  next_fetch_at: time,
  next_fetch_reason: 'interval',
  last_success_at: '2026-01-31T08:00:00.000Z',
  articles_per_week: 12.5,
  unprocessable_items: 0,
  left_out: { over_limit: 0, too_large: 0, unreadable: 0 },
  feed_last_updated: time,
  last_read_at: null,
  icon_url: null,
  created_at: time,
};

const row: ArticleRow = {
  article_id: ids.article_id,
  feed_id: ids.feed_id,
  feed_title: 'A blog',
  is_former_feed: false,
  link: 'https://blog.example/1',
  title: 'One',
  excerpt: 'The first',
  published_at: time,
  is_date_estimated: false,
  created_at: time,
  expires_at: time,
  is_read: false,
  read_at: null,
  is_saved: false,
  saved_at: null,
  own_tags: [],
  importance_score: 1.5,
  importance_rank: 82,
  tier: 'must_read',
  top_reasons: [{ keyword_id: ids.keyword_id, keyword_text: 'apple', kind: 'keyword', contribution: 1.5 }],
  bookmark_count: null,
  ...noExtra,
  reading_minutes: 4,
  continues: 'EEFCQ0RFRkd',
  image_url: 'https://blog.example/1.jpg',
  image_key: '686.0123456789abcdefghijkl',
  story: {
    story_id: 'EEFCQ0RFRkc',
    size: 2,
    other_sources: 1,
    others: [
      {
        article_id: '1184467440737095512',
        feed_id: ids.feed_id,
        feed_title: 'A blog',
        title: 'Two',
        link: null,
      },
    ],
  },
};

const earlier = {
  article_id: '1184467440737095513',
  feed_id: ids.feed_id,
  feed_title: 'A blog',
  title: 'The act before',
  link: null,
  published_at: time,
};

const article: Article = {
  ...row,
  content: '<p>The first</p>',
  summary: '',
  author: null,
  enclosures: [],
  image_keys: { 'https://blog.example/1.jpg': '686.0123456789abcdefghijkl' },
  videos: [],
  full_text: { state: 'full', reason: null, site: 'blog.example' },
  categories: ['Fruit'],
};

const searchPage: SearchPage = {
  items: [
    {
      ...row,
      has_all: true,
      match: {
        title: { text: 'One', ranges: [[0, 3]] },
        text: { text: 'The first one', ranges: [[10, 13]] },
      },
    },
  ],
  next_cursor: null,
  has_more: false,
  total: 1,
  partial: 0,
  indexed: { articles: 1, of: 1 },
  facets: {
    feeds: [{ feed_id: ids.feed_id, title: 'A blog', count: 1 }],
    states: { unread: 1, read: 0, saved: 0 },
  },
};

const reason: Reason = {
  keyword_id: ids.keyword_id,
  keyword_text: 'apple',
  kind: 'keyword',
  weight: 2,
  similarity_score: 0.75,
  contribution: 1.5,
  passage: null,
  alike: null,
  keyword_texts: null,
};

const keyword: Keyword = {
  keyword_id: ids.keyword_id,
  text: 'apple',
  weight: 2,
  is_active: true,
  is_excluding: false,
  is_pending: false,
  created_at: time,
};

const job: Job = {
  job_id: ids.job_id,
  kind: 'fetch-feeds',
  state: 'queued',
  done: 0,
  total: null,
  result: null,
  created_at: time,
  feed_id: null,
  undo_until: null,
};

const samplePreferences: Preferences = {
  ...defaultPreferences,
  version: 1,
  retention_bounds: { article_days: 7, read_hours: 24 },
  has_tags: false,
  has_highlights: false,
};

/** Returns the only reader of a local runner without sign-in. */
export const localReader = (user_id = 'local'): Reader => ({
  user_id,
  is_owner: true,
  via: 'local',
  scope: 'write',
});

export const sampleViewer: Viewer = {
  origin: 'https://reader.example',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  proxy_user: null,
  cookies: {},
};

const token = {
  token_id: ids.token_id,
  name: 'backup script',
  scope: 'read' as const,
  created_at: time,
  last_used_at: null,
};

const feedAddress = {
  address_id: ids.address_id,
  name: 'phone',
  list: { kind: 'today' as const },
  created_at: time,
  last_used_at: null,
};

const destination = {
  destination_id: ids.destination_id,
  kind: 'post' as const,
  name: 'Notes',
  address: 'https://notes.example/api',
  header_name: 'Authorization',
  sends_saved: true,
  last_sent: { at: time, status: 201 },
  created_at: time,
};

const sampleRule: Rule = {
  rule_id: ids.rule_id,
  name: 'No advertisements',
  conditions: [{ field: 'title', is_not: false, any_of: ['sponsored'] }],
  effects: { mute: true, save: false, read: false, factor: null, tags: [], goes_after_hours: null },
  stops: false,
  is_active: true,
  created_at: time,
  matched: 12,
  last_matched_at: time,
};

const sampleSearch: SavedSearch = {
  search_id: 'ba9876543210',
  name: 'Climate',
  q: 'climate is:unread',
  order: 'time',
  created_at: time,
};

const ownedReader: OwnedReader = {
  user_id: ids.user_id,
  email: null,
  name: null,
  created_at: time,
  last_seen_at: null,
  subscriptions: 1,
  is_leaving: false,
};

const sampleTaste: Taste = {
  format: 'omomi-taste',
  version: 1,
  exported_at: time,
  keywords: [{ text: 'climate', weight: 2, is_active: true, is_excluding: false }],
  rules: [],
  tags: ['News'],
  signals: [],
  articles: [],
};

export const sampleNewHighlight: NewHighlight = {
  quote: 'what is marked',
  prefix: 'This is ',
  suffix: ' here.',
  start: 8,
  rival: -1,
  colour: 'yellow',
  note: 'Remember this',
  made_at: time,
};

const sampleHighlight: Highlight = {
  ...sampleNewHighlight,
  highlight_id: ids.highlight_id,
  article_id: ids.article_id,
  title: 'One',
  link: 'https://blog.example/1',
  feed_title: 'Blog',
};

const taken = { added: 1, known: 0, left_out: 0 };

const pageOf = <T>(item: T): Page<T> => ({ items: [item], next_cursor: null, has_more: false });

/** A valid answer for each endpoint. */
const machineText: MachineTextAnswer = {
  state: 'made',
  paragraphs: ['The ferry did not sail.'],
  model: 'amazon.nova-micro-v1:0',
  made_at: '2026-03-01T08:00:00.000Z',
  usd: 0.0001,
  is_cut: false,
  month: { used_usd: 0.02, most_usd: 1, ends_at: '2026-04-01T00:00:00.000Z' },
};

export const sampleResponses: { [N in EndpointName]: AnswerOf<Endpoints[N]> } = {
  addFeed: sampleFeed,
  addNewsletter: { ...sampleFeed, url: 'mailto:abcdefghijklmnopqrst@news.example' },
  getNewsletter: {
    address: 'abcdefghijklmnopqrst@news.example',
    from: 'anna@example.org',
    unsubscribe_url: 'https://example.org/leave',
    spf: 'pass (example.org)',
    dkim: null,
  },
  listUpdatedFeeds: pageOf(sampleFeed),
  listFeeds: pageOf(sampleFeed),
  getCounts: { unread_count: 3, feeds: [{ feed_id: ids.feed_id, unread_count: 3 }] },
  getFeed: sampleFeed,
  getFeedFetches: { days: [{ day: '2026-01-31', outcome: 'new' as const }] },
  getFeedFigures: {
    since: time,
    read_count: 4,
    is_complete: true,
    items: [{ feed_id: ids.feed_id, read_count: 4, came_count: 9, mean_importance: 41.5 }],
    hours: [{ hour: time, read_count: 4 }],
    keywords: [{ keyword_id: ids.keyword_id, read_count: 3 }],
  },
  updateFeed: sampleFeed,
  deleteFeed: undefined,
  listFolders: pageOf({ name: 'News', position: 1, feed_count: 2, unread_count: 3 }),
  updateFolder: { name: 'News', position: 1, feed_count: 2, unread_count: 3, is_merged: false },
  deleteFolder: undefined,
  discoverFeeds: pageOf({ url: sampleFeed.url, title: null, format: 'atom' as const }),
  resumeFeed: sampleFeed,
  getFeedHistory: {
    items: [
      {
        article_id: ids.article_id,
        link: 'https://blog.example/1',
        title: 'One',
        summary: '',
        content: '<p>The first</p>',
        author: null,
        enclosures: [],
        image_keys: {},
        videos: [],
        published_at: time,
        is_date_estimated: false,
        reading_minutes: 1,
      },
    ],
    next_cursor: null,
    has_more: false,
    taken_at: time,
  },
  getEdition: {
    bytes: new Uint8Array([1, 2, 3]),
    content_type: 'application/epub+zip',
    filename: 'today.epub',
  },
  getImage: { bytes: new Uint8Array([1, 2, 3]), content_type: 'image/png', hash: '01234567' },
  getFeedIcon: { bytes: new Uint8Array([1, 2, 3]), content_type: 'image/png', hash: '01234567' },
  getFeedPast: { ways: [{ way: 'archive', articles: 2000, seconds: 275, is_stopped: false }] },
  bringFeedPast: { ...job, kind: 'past-articles', feed_id: ids.feed_id },
  compareFeed: { nearness: [0.5] },
  importOpml: { ...job, kind: 'import' },
  exportOpml: '<opml version="2.0"/>',
  markFeedRead: job,
  listArticles: { ...pageOf(row), ranked_of: null },
  listToday: {
    items: [row],
    since: time,
    left_out: { must_read: 0, worth_a_look: 2, rest: 30, has_more: false },
  },
  getArticle: { ...article, reasons: [reason], opinion: null, earlier },
  getArticles: { items: [{ ...article, reasons: [reason], opinion: null, earlier }] },
  getReasons: pageOf(reason),
  getChapters: pageOf({ start: 62.5, title: 'The harbour' }),
  setRead: row,
  setReadOfMany: { items: [{ article_id: ids.article_id, outcome: 'marked' as const }], finished: [] },
  setSaved: row,
  savePage: row,
  listTags: pageOf({ name: 'News', article_count: 3 }),
  setTags: row,
  renameTag: { changed: 200, is_done: false },
  deleteTag: { changed: 3, is_done: true },
  listHighlights: pageOf(sampleHighlight),
  setHighlight: sampleHighlight,
  deleteHighlight: undefined,
  fetchFullText: article,
  dropFullText: article,
  markRead: job,
  searchArticles: searchPage,
  listRelated: { items: [row] },
  addKeyword: keyword,
  listKeywords: pageOf(keyword),
  updateKeyword: keyword,
  deleteKeyword: undefined,
  previewKeyword: {
    items: [
      {
        article_id: ids.article_id,
        title: 'One',
        importance_score: 1.5,
        new_score: 2.5,
        rank_before: 7,
        rank_after: 2,
      },
    ],
    parts: [],
  },
  getKeywordShares: { since: time, read: 8, items: [{ keyword_id: ids.keyword_id, articles: 3 }] },
  getModel: { state: 'away', away_since: time, waiting: 37 },
  recalculate: job,
  listRules: pageOf(sampleRule),
  addRule: sampleRule,
  orderRules: pageOf(sampleRule),
  listSearches: pageOf(sampleSearch),
  countSearches: { items: [{ search_id: ids.search_id, unread_count: 3 }], indexed: { articles: 5, of: 5 } },
  addSearch: sampleSearch,
  orderSearches: pageOf(sampleSearch),
  updateSearch: sampleSearch,
  deleteSearch: undefined,
  markFound: { article_ids: [ids.article_id], remaining: 0 },
  updateRule: sampleRule,
  deleteRule: undefined,
  previewRule: {
    looked_at: 480,
    matched: 12,
    since: time,
    items: [{ article_id: ids.article_id, title: 'One', feed_title: 'A blog', published_at: time }],
  },
  applyRules: { ...job, kind: 'apply-rules' },
  fetchFeeds: job,
  cleanupArticles: job,
  listJobs: pageOf(job),
  getJob: job,
  cancelJob: { ...job, state: 'cancelled' },
  startCrawl: { ...job, kind: 'crawl' },
  estimateCrawl: {
    expected: { requests: 500, seconds: 500, usd: 0.02 },
    allowed: { seeds: 10, limit: 1000, depth: 10, concurrency: 10 },
  },
  listCrawls: pageOf(crawlAnswer),
  getCrawl: crawlDetailsAnswer,
  listCrawlPages: pageOf(crawlPageAnswer),
  getCrawlPage: crawlPageAnswer,
  listCrawlLinks: pageOf(crawlLinkAnswer),
  listCrawlErrors: pageOf(crawlErrorAnswer),
  listCrawlDuplicates: pageOf(duplicatesAnswer),
  exportCrawl: {
    text: '{}\n',
    content_type: 'application/x-ndjson',
    filename: 'crawl.jsonl',
    next_cursor: null,
    has_more: false,
  },
  listProviders: {
    needs_sign_in: true,
    has_accounts: true,
    has_proxy: false,
    is_http_allowed: false,
    providers: [{ provider: 'google', name: 'Google' }],
  },
  login: { cookies: ['a=b'], location: 'https://accounts.example/authorize' },
  loginCallback: { cookies: ['a=b'], location: '/' },
  logout: { cookies: ['a=; Max-Age=0'] },
  linkIdentity: { cookies: ['a=b'], location: 'https://accounts.example/authorize' },
  getMe: {
    user_id: 'local',
    email: 'reader@example.org',
    name: 'A Reader',
    is_owner: true,
    via: 'session',
    scope: 'write',
    needs_sign_in: true,
    takes_newsletters: true,
    identities: [
      {
        identity_id: ids.identity_id,
        provider: 'google',
        provider_name: 'Google',
        label: null,
        email: 'reader@example.org',
        created_at: time,
        last_used_at: time,
      },
    ],
  },
  unlinkIdentity: undefined,
  listSessions: pageOf({
    session_id: ids.session_id,
    device: 'Firefox on Linux',
    created_at: time,
    last_seen_at: time,
    expires_at: time,
    is_current: true,
  }),
  deleteSession: undefined,
  deleteOtherSessions: undefined,
  listTokens: pageOf(token),
  createToken: { ...token, token: 'omomi_local_value' },
  deleteToken: undefined,
  getFeedByAddress: {
    text: '<feed xmlns="http://www.w3.org/2005/Atom"/>',
    content_type: 'application/atom+xml',
  },
  listFeedAddresses: pageOf(feedAddress),
  createFeedAddress: {
    ...feedAddress,
    atom_path: '/api/out/x.atom',
    json_path: '/api/out/x.json',
    html_path: '/api/out/x.html',
    opml_path: null,
  },
  deleteFeedAddress: undefined,
  getNotifications: sampleNotifications,
  setNotifications: sampleNotifications,
  previewNotifications: {
    items: [{ article_id: ids.article_id, title: 'One', feed_title: 'A blog', reason: '', at: time }],
  },
  addChannel: sampleChannel,
  getPushKey: { key: 'B' },
  deleteChannel: undefined,
  doFromNotification: undefined,
  getMorning: sampleMorning,
  setMorning: sampleMorning,
  setMorningAddress: sampleMorning,
  deleteMorningAddress: undefined,
  sendMorning: { state: 'sent' },
  getMailPage: samplePage,
  doFromMail: samplePage,
  followWithSignIn: sampleFeed,
  getFeedSignIn: { is_available: true, kinds: ['cookie' as const], set_at: time },
  setFeedSignIn: sampleFeed,
  deleteFeedSignIn: undefined,
  listDestinations: pageOf(destination),
  addDestination: destination,
  deleteDestination: undefined,
  sendArticle: { status: 201 },
  getMachineText: machineText,
  makeMachineText: machineText,
  getPreferences: samplePreferences,
  updatePreferences: { ...samplePreferences, learns: true },
  suggestKeywords: {
    items: [{ text: 'solar sail', source: 'liked' as const, count: 2, titles: ['A solar sail'] }],
    same: [{ keep_id: ids.keyword_id, drop_id: ids.keyword_id, is_variant: true }],
    broad: [{ keyword_id: ids.keyword_id, share: 0.31 }],
  },
  getOpinion: { opinion: 'up' },
  setOpinion: { opinion: 'up' },
  notePassed: undefined,
  getLearned: {
    is_on: true,
    up: 1,
    down: 1,
    saved: 2,
    read_through: 3,
    opened: 5,
    passed: 4,
    learned_at: time,
    is_in_use: true,
    is_due: false,
  },
  forgetLearned: job,
  exportAccount: {
    format: 'omomi-export',
    version: 1,
    exported_at: time,
    next_cursor: null,
    account: null,
    keywords: [keyword],
    subscriptions: [sampleFeed],
    entries: [],
    highlights: [sampleHighlight],
    jobs: [job],
  },
  exportTaste: sampleTaste,
  importTaste: { keywords: taken, rules: taken, tags: taken, signals: taken, articles: taken },
  leave: { ...job, kind: 'leave' },
  listReaders: pageOf(ownedReader),
  removeReader: { ...ownedReader, is_leaving: true },
  listAllFeeds: pageOf({
    feed_id: ids.feed_id,
    url: sampleFeed.url,
    title: sampleFeed.title,
    fetch_status: 'active' as const,
    error_code: null,
    error_message: null,
    consecutive_errors: 0,
    last_fetched_at: time,
    last_success_at: time,
    next_fetch_at: time,
    created_at: time,
    readers: 1,
    fetches_a_day: 24,
  }),
  listQueues: pageOf({ queue: 'fetch' as const, waiting: 1, in_flight: 0, dead_letters: 0 }),
  listDeadLetters: pageOf({ message_id: 'm-1', sent_at: time, reason: null, message: {} }),
  redriveDeadLetters: { queue: 'fetch', redriven: 1 },
  startDeploymentJob: { kind: 'dispatch', started: 1 },
  signInWithPassword: { cookies: ['a=b'], location: '/' },
  beginPasskey: { options: { challenge: 'abc' } },
  signInWithPasskey: { cookies: ['a=b'], location: '/' },
  readInvitation: { kind: 'reader', name: null, expires_at: time },
  beginInvitedPasskey: { options: { challenge: 'abc' } },
  acceptInvitation: { cookies: ['a=b'], location: '/' },
  setPassword: undefined,
  beginOwnPasskey: { options: { challenge: 'abc' } },
  addPasskey: undefined,
  createInvitation: { path: `/invitation#${invitationCode}`, expires_at: time },
  getHealth: {
    status: 'ok',
    version: '1.2.3',
    commit: null,
    has_bookmark_counts: false,
    has_text_model: false,
  },
  getOpenApi: {},
};

const passkeyAnswer = { id: 'abc', response: { clientDataJSON: 'e30' } };

const sampleBodies: Partial<Record<EndpointName, unknown>> = {
  startCrawl: { seeds: ['https://site.example/'] },
  estimateCrawl: { seeds: ['https://site.example/'] },
  fetchFeeds: { feed_id: ids.feed_id },
  importTaste: sampleTaste,
  leave: { email: 'local' },
  signInWithPassword: { name: 'Anna', password: 'four words of hers' },
  signInWithPasskey: { answer: passkeyAnswer },
  readInvitation: { code: invitationCode },
  beginInvitedPasskey: { code: invitationCode, name: 'Anna' },
  acceptInvitation: {
    code: invitationCode,
    name: 'Anna',
    way: { kind: 'password', password: 'four words of hers' },
  },
  setPassword: { name: 'Anna', password: 'four words of hers' },
  addPasskey: { name: 'Laptop', answer: passkeyAnswer },
  addFeed: { url: 'https://blog.example/' },
  addNewsletter: { title: 'Mine' },
  updateFeed: { title: 'Mine' },
  updateFolder: { name: 'News' },
  discoverFeeds: { url: 'blog.example' },
  bringFeedPast: { way: 'archive' },
  compareFeed: { texts: ['Sky & Telescope science'] },
  importOpml: '<opml version="2.0"><body/></opml>',
  setRead: { is_read: true },
  setReadOfMany: { article_ids: [ids.article_id], is_read: true },
  setSaved: { is_saved: true },
  savePage: { url: 'https://blog.example/1' },
  setTags: { tags: ['News', '気候'] },
  renameTag: { name: 'Old' },
  setHighlight: sampleNewHighlight,
  setOpinion: { opinion: 'up' },
  notePassed: { article_ids: [ids.article_id] },
  markRead: { before: time },
  addKeyword: { text: 'apple' },
  updateKeyword: { weight: 3 },
  previewKeyword: { text: 'apple' },
  addRule: { name: 'No advertisements', conditions: sampleRule.conditions, effects: sampleRule.effects },
  orderRules: { rule_ids: [ids.rule_id] },
  addSearch: { name: 'Climate', q: 'climate is:unread' },
  orderSearches: { search_ids: [ids.search_id] },
  updateSearch: { name: 'Weather' },
  markFound: { q: 'climate', as_of: time, tz: 'Asia/Tokyo' },
  updateRule: { is_active: false },
  previewRule: { conditions: sampleRule.conditions },
  applyRules: { rule_id: ids.rule_id },
  updatePreferences: { learns: true },
  createToken: { name: 'backup script' },
  createFeedAddress: { name: 'phone', list: { kind: 'today' } },
  setNotifications: sampleSettings,
  previewNotifications: sampleSettings,
  setMorning: { ...sampleMorning.settings, page: 'https://reader.example' },
  setMorningAddress: { address: 'anna@example.org', time_zone, language, page },
  addChannel: { kind: 'webhook', address: 'https://hooks.example/one' },
  followWithSignIn: { url: 'https://paid.example/feed', sign_in: { cookie: 'session=1' } },
  setFeedSignIn: { login: { user: 'anna', password: 'four words of hers' } },
  addDestination: { kind: 'post', name: 'Notes', address: 'https://notes.example/api' },
  sendArticle: { destination_id: ids.destination_id },
  makeMachineText: { kind: 'summary', language: 'en' },
  linkIdentity: { provider: 'google' },
};

const sampleQueries: Partial<Record<EndpointName, string>> = {
  getArticles: `article_ids=${ids.article_id}`,
  getMachineText: 'kind=summary&language=en',
  getChapters: 'url=https://blog.example/1.mp3',
  login: 'provider=google&return_to=/feeds',
  loginCallback: 'code=abc&state=def',
  searchArticles: 'q=one',
  getImage: 'url=https://blog.example/1.jpg&key=686.0123456789abcdefghijkl',
};

/** Returns a valid request for an endpoint, as parts of a function-URL event, with these ids in its path. */
export const sampleRequest = (name: EndpointName, inPath: typeof ids = ids) => {
  const endpoint: Endpoint = endpoints[name];
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: keyof typeof ids) => inPath[key]);
  const query = sampleQueries[name];
  return {
    method: endpoint.method,
    path: query === undefined ? path : `${path}?${query}`,
    body: sampleBodies[name],
  };
};

export type Call = {
  name: EndpointName;
  request: { params?: unknown; query?: unknown; body?: unknown; reader: Reader | null; viewer: Viewer };
};

/** Creates handlers that record each call and return the endpoint's sample, or the result of `answer` for it. */
export const sampleHandlers = (
  answer: (name: EndpointName, sample: unknown) => unknown = (_, sample) => sample,
) => {
  const calls: Call[] = [];
  const entries = (Object.keys(endpoints) as EndpointName[])
    .filter((name) => name !== 'getHealth' && name !== 'getOpenApi')
    .map((name) => [
      name,
      async (request: Call['request']) => {
        calls.push({ name, request });
        return answer(name, sampleResponses[name]);
      },
    ]);
  return { handlers: Object.fromEntries(entries) as ApiHandlers, calls };
};
