import type { CrawlErrorType, CrawlPageState, JobState, LeftOutReason } from '@omomi/backend/contract';
import { counted, wholeNumber } from '../../counted.ts';
import type { Texts } from '../../languages.ts';

const statesEn: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const pageStatesEn: Record<CrawlPageState, string> = {
  queued: 'Waiting',
  processing: 'In work',
  completed: 'Answered',
  error: 'Errors',
  disallowed: 'Disallowed',
};
const leftOutEn: Record<LeftOutReason, string> = {
  scope: 'to other sites',
  pattern: 'excluded by patterns',
  depth: 'deeper than the crawl goes',
  limit: 'beyond the number of pages',
  nofollow: 'marked as not to be followed',
  trap: 'of endlessly many alike',
};
const errorTypesEn: Record<CrawlErrorType, string> = {
  robots: 'Forbidden by robots.txt',
  network: 'No connection',
  timeout: 'Too slow',
  too_large: 'Too large',
  refused: 'Not on the public web',
  parse: 'Unreadable',
  status: 'Asked to come later',
  lost: 'Interrupted',
  redirect: 'Redirect to nowhere',
};

const en = {
  intro:
    'A crawl visits the pages of a site and keeps what it learns: status, speed, links, duplicates. Crawls of the last 30 days are kept.',
  empty: {
    title: 'No crawls yet',
    text: 'Crawl a site to see its broken links, duplicates and slow pages.',
  },
  start: 'New crawl',
  older: 'Show older',
  loadFailed: 'This could not be loaded.',
  gone: { title: 'This crawl does not exist', text: 'Crawls are deleted after 30 days.' },
  back: 'All crawls',
  again: 'Crawl again',
  states: statesEn,
  pageStates: pageStatesEn,
  leftOut: leftOutEn,
  errorTypes: errorTypesEn,
  name: (host: string, others: number): string => (others === 0 ? host : `${host} and ${others} more`),
  pages: (n: number): string => counted(n, 'page', 'pages'),
  progress: (done: number, found: number): string =>
    `${wholeNumber(done)} of ${counted(found, 'page', 'pages')} found so far`,
  started: (when: string): string => `started ${when}`,
  kept: (date: string): string => `kept until ${date}`,
  took: (duration: string): string => `took ${duration}`,
  reason: (text: string): string => text,
  queue: 'Pages by state. Press one to list only its pages.',
  since: (oldest: string, newest: string): string =>
    oldest === newest ? oldest : `oldest ${oldest}, newest ${newest}`,
  nonePages: 'none',
  spent: 'Spent',
  expected: (text: string): string => `expected ${text}`,
  requests: (n: number): string => counted(n, 'request', 'requests'),
  usd: (amount: string): string => `${amount} USD`,
  settings: 'Settings and links left out',
  setting: {
    seeds: 'Begins at',
    include: 'Only',
    exclude: 'Without',
    scope: 'Hosts',
    limit: 'Pages at most',
    depth: 'Depth',
    pace: 'Pace',
    use_sitemaps: 'Sitemaps',
  },
  scopes: { host: 'only these', subdomains: 'with subdomains' },
  pace: (delay: string, host: number, all: number): string =>
    `a pause of ${delay}, ${host} at once of one host, ${all} in all`,
  sitemaps: { yes: 'read first', no: 'not read' },
  leftOutTitle: 'Links left out',
  leftOutNone: 'none',
  leftOutOf: (n: number, why: string): string => `${wholeNumber(n)} ${why}`,
  cancel: 'Cancel',
  cancelled: 'It will stop in a moment. What was crawled stays.',
  tooLate: 'It has already ended.',
  export: 'Export',
  exports: { pages: 'Pages', links: 'Links', errors: 'Errors' },
  exportAs: (what: string, format: string): string => `${what} as ${format}`,
  exporting: (size: string): string => `Exporting… ${size}`,
  exported: (file: string): string => `${file} is saved.`,
  sections: {
    pages: 'Pages',
    slowest: 'Slowest',
    broken: 'Broken links',
    duplicates: 'Duplicates',
    errors: 'Errors',
  },
};

const statesJa: Record<JobState, string> = {
  queued: '待機中',
  running: '実行中',
  done: '完了',
  failed: '失敗',
  cancelled: '中止',
};
const pageStatesJa: Record<CrawlPageState, string> = {
  queued: '待機中',
  processing: '処理中',
  completed: '応答あり',
  error: 'エラー',
  disallowed: '取得禁止',
};
const leftOutJa: Record<LeftOutReason, string> = {
  scope: 'ほかのサイトへのリンク',
  pattern: 'パターンで除外',
  depth: '深さの上限を超過',
  limit: 'ページ数の上限を超過',
  nofollow: 'たどらないよう指定あり',
  trap: '際限なく続くアドレス',
};
const errorTypesJa: Record<CrawlErrorType, string> = {
  robots: 'robots.txt により禁止',
  network: '接続できず',
  timeout: '時間切れ',
  too_large: '大きすぎる',
  refused: '公開されていないアドレス',
  parse: '読み取れない',
  status: '後で来るよう指示',
  lost: '中断',
  redirect: '行き先のない転送',
};

const ja: typeof en = {
  intro:
    'サイトのページを順に読み、応答・速さ・リンク・重複などを調べます。30日以内のクロールを表示しています。',
  empty: {
    title: 'まだクロールがありません',
    text: 'サイトをクロールすると、リンク切れ、重複、遅いページがわかります。',
  },
  start: '新しいクロール',
  older: '以前のものを表示',
  loadFailed: '読み込めませんでした。',
  gone: { title: 'このクロールはありません', text: 'クロールは30日で削除されます。' },
  back: 'クロール一覧',
  again: 'もう一度クロール',
  states: statesJa,
  pageStates: pageStatesJa,
  leftOut: leftOutJa,
  errorTypes: errorTypesJa,
  name: (host, others) => (others === 0 ? host : `${host} ほか ${wholeNumber(others)} 件`),
  pages: (n) => `${wholeNumber(n)} ページ`,
  progress: (done, found) =>
    `これまでに見つかった ${wholeNumber(found)} ページ中 ${wholeNumber(done)} ページ`,
  started: (when) => `${when}に開始`,
  kept: (date) => `${date}まで保存`,
  took: (duration) => `所要時間 ${duration}`,
  reason: () => '途中で止まりました。そこまでの結果は残っています。',
  queue: '状態ごとのページ数。押すとそのページだけを表示します。',
  since: (oldest, newest) => (oldest === newest ? oldest : `最古 ${oldest}、最新 ${newest}`),
  nonePages: 'なし',
  spent: '実績',
  expected: (text) => `見積もり ${text}`,
  requests: (n) => `リクエスト ${wholeNumber(n)} 回`,
  usd: (amount) => `${amount} 米ドル`,
  settings: '設定と、たどらなかったリンク',
  setting: {
    seeds: '開始アドレス',
    include: '対象',
    exclude: '除外',
    scope: 'ホスト',
    limit: 'ページ数の上限',
    depth: '深さ',
    pace: '速さ',
    use_sitemaps: 'サイトマップ',
  },
  scopes: { host: '指定したものだけ', subdomains: 'サブドメインも含む' },
  pace: (delay, host, all) =>
    `間隔 ${delay}、同じホストで同時に ${wholeNumber(host)} ページ、全体で ${wholeNumber(all)} ページ`,
  sitemaps: { yes: '先に読む', no: '読まない' },
  leftOutTitle: 'たどらなかったリンク',
  leftOutNone: 'なし',
  leftOutOf: (n, why) => `${why} ${wholeNumber(n)} 件`,
  cancel: '中止',
  cancelled: 'まもなく止まります。そこまでの結果は残ります。',
  tooLate: 'すでに終わっています。',
  export: '書き出す',
  exports: { pages: 'ページ', links: 'リンク', errors: 'エラー' },
  exportAs: (what, format) => `${what}(${format} 形式)`,
  exporting: (size) => `書き出しています… ${size}`,
  exported: (file) => `${file} を保存しました。`,
  sections: {
    pages: 'ページ',
    slowest: '遅いページ',
    broken: 'リンク切れ',
    duplicates: '重複',
    errors: 'エラー',
  },
};

export type CrawlTexts = typeof en;
export const crawlTexts: Texts<CrawlTexts> = { en, ja };
