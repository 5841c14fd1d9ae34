import type { TimeWords, common as english, Dictionary } from '../en/start.ts';
import { wholeNumber } from '../counted.ts';
import { articles } from './start-articles.ts';
import { errors } from './start-errors.ts';
import { feeds } from './start-feeds.ts';

const minutesOf = (at: Date): string => String(at.getMinutes()).padStart(2, '0');
const units = { minute: '分', hour: '時間', day: '日' };
const days = ['昨日', '一昨日'];
const day = (at: Date): string => `${at.getMonth() + 1}月${at.getDate()}日`;
const dayOfYear = (at: Date): string => `${at.getFullYear()}年${day(at)}`;

const dayAndTime = (at: Date): string => `${dayOfYear(at)} ${at.getHours()}:${minutesOf(at)}`;

const times: TimeWords = {
  now: '今',
  ago: (n, unit) => (unit === 'day' ? days[n - 1] : undefined) ?? `${n}${units[unit]}前`,
  left: (n, unit) => `${n}${units[unit]}後`,
  day,
  dayOfYear,
  dayAndTime,
  // It is short already.
  shortDayAndTime: dayAndTime,
};

const common: typeof english = {
  numbers: { whole: (n) => wholeNumber(n), decimal: (text) => text },
  common: {
    close: '閉じる',
    cancel: 'キャンセル',
    save: '保存',
    add: '追加',
    retry: 'もう一度試す',
    loading: '読み込み中',
    skipToContent: '本文へ移動',
    dismiss: '閉じる',
  },
  offline: {
    line: 'オフライン。読み込み済みの内容を表示中。',
    waiting: (n) => `${wholeNumber(n)}件の変更が送信待ちです。`,
    sending: (n) => `${wholeNumber(n)}件の変更を送信しています。`,
    addLater: (name) => `オフラインです。${name} は、つながったときに追加します。`,
    added: (title) => `「${title}」を追加しました。`,
  },
  nav: {
    label: 'フィード',
    main: '主なページ',
    open: 'フィード一覧を開く',
    today: '今日の話題',
    search: '検索',
    searches: '保存した検索',
    all: 'すべての記事',
    saved: '保存した記事',
    addFeed: 'フィードを追加',
    manage: 'フィードの管理',
    tools: 'フィードの表示と追加',
    loadFailed: 'フィードを読み込めませんでした。',
    unreadOnly: '未読のあるフィードだけを表示',
    folderGone: (name) => `最後のフィードが移ったため、フォルダー「${name}」はなくなりました。`,
    feedsWidth: 'フィード欄の幅',
    listWidth: '一覧の幅',
    keywords: 'キーワード',
    crawls: 'クロール',
    owner: '管理',
    jobs: '処理状況',
    settings: '設定',
    signOut: 'サインアウト',
    unread: (n) => `未読${wholeNumber(n)}件`,
    collapse: (name) => `フォルダー「${name}」をたたむ`,
    expand: (name) => `フォルダー「${name}」をひらく`,
  },
  jobs: {
    refresh: 'フィードを取得',
    refreshing: 'フィードを取得しています',
    progress: (done, total) => `フィードを取得しています（${done} / ${total}）`,
    fetched: (n) => (n === 0 ? '新しい記事はありません。' : `新しい記事が${wholeNumber(n)}件届きました。`),
    fetchedPlain: 'フィードは最新です。',
    needAttention: (n) => `${wholeNumber(n)}件のフィードに確認が必要です。`,
    tryAgain: () => '再取得',
    tried: (asked, waiting) =>
      [
        ...(asked === 0 ? [] : [`${wholeNumber(asked)}件のフィードを再取得しています。`]),
        ...(waiting === 0 ? [] : [`${wholeNumber(waiting)}件は取得したばかりのため、1分後に再取得します。`]),
      ].join(''),
    fetchFailed: '取得できなかったフィードがあります。',
    ranking: '順位を更新しています…',
    crawlEnded: 'クロールが終わりました。',
    broughtOlder: (n) => `古い記事を${wholeNumber(n)}件取り込みました。`,
    showOlder: '一覧を更新',
  },
  broken: {
    panes: {
      feeds: 'フィードを表示できませんでした。',
      list: '一覧を表示できませんでした。',
      article: 'この記事を表示できませんでした。',
      page: 'このページを表示できませんでした。',
      window: 'このウィンドウを開けませんでした。',
    },
    what: 'ページの中で問題が起きました。',
    todo: 'もう一度お試しください。続くようなら、ページを再読み込みしてください。',
    back: '一覧に戻る',
  },
  settings: {
    language: '言語',
    theme: '外観',
    themes: {
      light: 'ライト',
      dark: 'ダーク',
      auto: '自動',
      sepia: 'セピア',
      contrast: 'ハイコントラスト',
    },
    shortcuts: 'キーボードショートカット',
  },
};

/** The Japanese texts that the page starts with. */
export const start: Dictionary = { ...common, ...feeds, ...articles, ...errors, times };
