import type { JobKind, JobState } from '@omomi/backend/contract';
import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const kindsEn: Record<JobKind, string> = {
  'fetch-feeds': 'Fetching feeds',
  cleanup: 'Cleaning up',
  recalculate: 'Ranking again',
  'apply-rules': 'Applying rules',
  'mark-read': 'Marking read',
  import: 'Importing feeds',
  crawl: 'Crawling a site',
  'older-articles': 'Bringing older articles',
  unsubscribe: 'Unsubscribing',
  leave: 'Deleting the account',
};

const statesEn: Record<JobState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const en = {
  intro: 'What Omomi does for you in the background, of the last 30 days.',
  kinds: kindsEn,
  states: statesEn,
  fetchOne: (feed: string): string => `Fetching ${feed}`,
  leaveOne: (feed: string): string => `Unsubscribing from ${feed}`,
  olderOf: (feed: string): string => `Bringing older articles of ${feed}`,
  aFeed: 'a feed',
  fetch: 'Fetch all feeds',
  cleanup: 'Clean up now',
  rank: 'Rank again',
  cancel: 'Cancel',
  cancelOf: (job: string): string => `Cancel: ${job}`,
  cancelled: 'It will stop in a moment. What was done stays.',
  tooLate: 'It can no longer be stopped.',
  undoUntil: (time: string): string => `can be undone until ${time}`,
  progress: (done: number, total: number | null): string =>
    total === null ? `${wholeNumber(done)} done` : `${wholeNumber(done)} of ${wholeNumber(total)}`,
  details: 'Details',
  detailsOf: (job: string): string => `Details: ${job}`,
  loadFailed: 'This could not be loaded.',
  empty: { title: 'Nothing yet', text: 'Fetching, ranking, imports and the like will show here.' },
  older: 'Show older',
  fetched: (fresh: number, troubled: number): string =>
    [
      fresh === 0 ? 'nothing new' : counted(fresh, 'new article', 'new articles'),
      ...(troubled === 0 ? [] : [counted(troubled, 'feed needs attention', 'feeds need attention')]),
    ].join(', '),
  cleaned: (expired: number, read: number): string =>
    expired + read === 0
      ? 'nothing had expired'
      : `${counted(expired, 'unread article', 'unread articles')} and ${counted(read, 'read one', 'read ones')} removed`,
  ranked: (n: number): string =>
    n === 0 ? 'no score changed' : counted(n, 'score changed', 'scores changed'),
  marked: (n: number): string => counted(n, 'article', 'articles'),
  ruled: (matched: number, changed: number, byOthers: number): string =>
    `${counted(matched, 'article matches', 'articles match')}, ${wholeNumber(changed)} changed` +
    (byOthers === 0
      ? ''
      : `; ${counted(byOthers, 'other', 'others')} brought in line with the factors and tags of all rules`),
  removed: (n: number): string => counted(n, 'article removed', 'articles removed'),
  brought: (n: number): string => counted(n, 'older article', 'older articles'),
  imported: (n: number, failed: number): string =>
    counted(n, 'feed added', 'feeds added') + (failed === 0 ? '' : `, ${failed} not`),
  crawled: (pages: number, errors: number): string =>
    counted(pages, 'page', 'pages') + (errors === 0 ? '' : `, ${counted(errors, 'error', 'errors')}`),
  feedsLabel: 'What became of each feed',
  outcomes: {
    pending: 'Waiting',
    updated: 'Updated',
    unchanged: 'Unchanged',
    skipped: 'Passed over',
    stopped: 'Stopped',
    failed: 'Failed',
  },
  skippedWhy: 'It was being fetched already.',
  feedGone: 'A feed you no longer follow',
  rowFacts: (fresh: number, total: number | null, unchanged: number | null, leftOut: number): string =>
    [
      fresh === 0 ? 'nothing new' : `${fresh} new`,
      ...(total === null ? [] : [`${total} in the feed`]),
      ...(unchanged === null ? [] : [`${unchanged} unchanged`]),
      ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
    ].join(' · '),
  figures: {
    deleted_articles: 'Unread articles past their time',
    deleted_read_articles: 'Read articles past their time',
    deleted_copies: 'Copies of articles no longer saved',
    deleted_blobs: 'Large texts deleted',
    changed_expiries: 'Articles with a new end date',
    drifted_counts: 'Unread counts put right',
    article_cutoff: 'Unread ones arrived before',
    read_cutoff: 'Read ones were read before',
    units: 'Read and write units',
    cost: 'Cost',
    reason: 'Why',
  },
  /** Returns the server's reason for a failed job, which is one English sentence. */
  reason: (text: string): string => text,
  usd: (amount: number): string => `${amount.toFixed(6)} USD`,
};

const kindsJa: Record<JobKind, string> = {
  'fetch-feeds': 'フィードの取得',
  cleanup: '期限切れの整理',
  recalculate: '重要度の再計算',
  'apply-rules': 'ルールの適用',
  'mark-read': '既読の反映',
  import: 'フィードの読み込み',
  crawl: 'サイトのクロール',
  'older-articles': '過去の記事の取り込み',
  unsubscribe: '購読の解除',
  leave: 'アカウントの削除',
};

const statesJa: Record<JobState, string> = {
  queued: '待機中',
  running: '実行中',
  done: '完了',
  failed: '失敗',
  cancelled: '中止',
};

const ja: typeof en = {
  intro: '裏側で行われている処理と、この30日間の記録です。',
  kinds: kindsJa,
  states: statesJa,
  fetchOne: (feed) => `「${feed}」の取得`,
  leaveOne: (feed) => `「${feed}」の購読解除`,
  olderOf: (feed) => `「${feed}」の過去の記事の取り込み`,
  aFeed: 'フィード',
  fetch: 'すべてのフィードを取得',
  cleanup: '今すぐ整理',
  rank: '重要度を再計算',
  cancel: '中止',
  cancelOf: (job) => `中止: ${job}`,
  cancelled: 'まもなく止まります。済んだ分はそのまま残ります。',
  tooLate: 'もう中止できません。',
  undoUntil: (time) => `${time} まで元に戻せます`,
  progress: (done, total) =>
    total === null ? `${wholeNumber(done)} 件まで完了` : `${wholeNumber(total)} 件中 ${wholeNumber(done)} 件`,
  details: '詳細',
  detailsOf: (job) => `詳細: ${job}`,
  loadFailed: '読み込めませんでした。',
  empty: { title: 'まだ何もありません', text: '取得や再計算などの処理がここに並びます。' },
  older: '以前の記録を表示',
  fetched: (fresh, troubled) =>
    [
      fresh === 0 ? '新着なし' : `新着 ${wholeNumber(fresh)} 件`,
      ...(troubled === 0 ? [] : [`${wholeNumber(troubled)} 件のフィードに確認が必要`]),
    ].join('、'),
  cleaned: (expired, read) =>
    expired + read === 0
      ? '期限切れはありませんでした'
      : `未読 ${wholeNumber(expired)} 件、既読 ${wholeNumber(read)} 件を削除`,
  ranked: (n) => (n === 0 ? 'スコアの変化なし' : `${wholeNumber(n)} 件のスコアが変化`),
  marked: (n) => `${wholeNumber(n)} 件`,
  ruled: (matched, changed, byOthers) =>
    `${wholeNumber(matched)}件が該当、${wholeNumber(changed)}件を変更` +
    (byOthers === 0 ? '' : `。別の${wholeNumber(byOthers)}件の倍率とタグもすべてのルールに合わせて変更`),
  removed: (n) => `${wholeNumber(n)} 件を削除`,
  brought: (n) => `古い記事 ${wholeNumber(n)} 件`,
  imported: (n, failed) =>
    `${wholeNumber(n)} 件を追加${failed === 0 ? '' : `、${wholeNumber(failed)} 件は追加できず`}`,
  crawled: (pages, errors) =>
    `${wholeNumber(pages)} ページ${errors === 0 ? '' : `、エラー ${wholeNumber(errors)} 件`}`,
  feedsLabel: 'フィードごとの結果',
  outcomes: {
    pending: '待機中',
    updated: '更新あり',
    unchanged: '変更なし',
    skipped: '省略',
    stopped: '停止中',
    failed: '失敗',
  },
  skippedWhy: 'すでに取得の途中でした。',
  feedGone: 'いまは購読していないフィード',
  rowFacts: (fresh, total, unchanged, leftOut) =>
    [
      fresh === 0 ? '新着なし' : `新着 ${wholeNumber(fresh)} 件`,
      ...(total === null ? [] : [`全 ${wholeNumber(total)} 件`]),
      ...(unchanged === null ? [] : [`変更なし ${wholeNumber(unchanged)} 件`]),
      ...(leftOut === 0 ? [] : [`取り込まず ${wholeNumber(leftOut)} 件`]),
    ].join(' · '),
  figures: {
    deleted_articles: '期限切れの未読記事',
    deleted_read_articles: '期限切れの既読記事',
    deleted_copies: '保存を解除した記事の控え',
    deleted_blobs: '削除した長い本文',
    changed_expiries: '期限が変わった記事',
    drifted_counts: '正した未読数',
    article_cutoff: '未読記事の基準(届いた日時)',
    read_cutoff: '既読記事の基準(読んだ日時)',
    units: '読み取り・書き込みユニット',
    cost: '費用',
    reason: '理由',
  },
  reason: () => '途中で止まりました。そこまでの結果は残っています。',
  usd: (amount) => `${amount.toFixed(6)} 米ドル`,
};

export type JobsTexts = typeof en;
export const jobsTexts: Texts<JobsTexts> = { en, ja };
