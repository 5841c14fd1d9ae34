import { wholeNumber } from '../counted.ts';
import type { JobKind, JobState } from '@omomi/backend/contract';
import type { LaterTexts } from '../en/later.ts';

const kinds: Record<JobKind, string> = {
  'fetch-feeds': 'フィードの取得',
  cleanup: '期限切れの整理',
  recalculate: '重要度の再計算',
  'apply-rules': 'ルールの適用',
  'mark-read': '既読の反映',
  import: 'フィードの読み込み',
  crawl: 'サイトのクロール',
  'older-articles': '過去の記事の取り込み',
  'past-articles': 'フィードの過去の記事の取り込み',
  unsubscribe: '購読の解除',
  leave: 'アカウントの削除',
};

const states: Record<JobState, string> = {
  queued: '待機中',
  running: '実行中',
  done: '完了',
  failed: '失敗',
  cancelled: '中止',
};

export const jobs: LaterTexts['jobs'] = {
  intro: '裏側で行われている処理と、この30日間の記録です。',
  kinds: kinds,
  states: states,
  fetchOne: (feed) => `「${feed}」の取得`,
  pastOne: (feed) => `「${feed}」の過去の記事の取り込み`,
  leaveOne: (feed) => `「${feed}」の購読解除`,
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
    total === null ? `${wholeNumber(done)}件まで完了` : `${wholeNumber(total)}件中${wholeNumber(done)}件`,
  details: '詳細',
  detailsOf: (job) => `詳細: ${job}`,
  loadFailed: '処理状況を読み込めませんでした。',
  empty: { title: 'まだ何もありません', text: '取得や再計算などの処理がここに並びます。' },
  older: '以前の記録を表示',
  fetched: (fresh, troubled) =>
    [
      fresh === 0 ? '新着なし' : `新着${wholeNumber(fresh)}件`,
      ...(troubled === 0 ? [] : [`${wholeNumber(troubled)}件のフィードに確認が必要`]),
    ].join('、'),
  cleaned: (expired, read) =>
    expired + read === 0
      ? '期限切れはありませんでした'
      : `未読${wholeNumber(expired)}件、既読${wholeNumber(read)}件を削除`,
  ranked: (n) => (n === 0 ? 'スコアの変化なし' : `${wholeNumber(n)}件のスコアが変化`),
  marked: (n) => `${wholeNumber(n)}件`,
  ruled: (matched, changed, byOthers) =>
    `${wholeNumber(matched)}件が該当、${wholeNumber(changed)}件を変更` +
    (byOthers === 0 ? '' : `。別の${wholeNumber(byOthers)}件の倍率とタグもすべてのルールに合わせて変更`),
  removed: (n) => `${wholeNumber(n)}件を削除`,
  brought: (n) => `古い記事${wholeNumber(n)}件`,
  imported: (n, failed, articles) =>
    `${wholeNumber(n)}件を追加${failed === 0 ? '' : `、${wholeNumber(failed)}件は追加できず`}${articles === 0 ? '' : `、記事${wholeNumber(articles)}件`}`,
  crawled: (pages, errors) =>
    `${wholeNumber(pages)}ページ${errors === 0 ? '' : `、エラー${wholeNumber(errors)}件`}`,
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
      fresh === 0 ? '新着なし' : `新着${wholeNumber(fresh)}件`,
      ...(total === null ? [] : [`全${wholeNumber(total)}件`]),
      ...(unchanged === null ? [] : [`変更なし${wholeNumber(unchanged)}件`]),
      ...(leftOut === 0 ? [] : [`取り込まず${wholeNumber(leftOut)}件`]),
    ].join(' · '),
  figures: {
    deleted_articles: '期限切れの未読記事',
    deleted_read_articles: '期限切れの既読記事',
    deleted_copies: '保存を解除した記事の控え',
    deleted_blobs: '削除した長い本文',
    changed_expiries: '期限が変わった記事',
    drifted_counts: '正した未読数',
    article_cutoff: '未読記事の基準（届いた日時）',
    read_cutoff: '既読記事の基準（読んだ日時）',
    units: '読み取り・書き込みユニット',
    cost: '費用',
    reason: '理由',
  },
  reason: () => '途中で止まりました。そこまでの結果は残っています。',
  usd: (amount) => `${amount.toFixed(6)} 米ドル`,
};
