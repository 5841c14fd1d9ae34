import { counted, numberInJapanese } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  languageName: 'English',
  common: {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    add: 'Add',
    retry: 'Try again',
    loading: 'Loading',
    skipToContent: 'Skip to the content',
    dismiss: 'Dismiss',
  },
  offline: {
    line: 'Offline. You see what was loaded before.',
    waiting: (n: number): string => counted(n, 'change waits.', 'changes wait.'),
    followLater: (url: string): string => `You are offline. ${url} is added when Omomi can be reached.`,
    followed: (title: string): string => `${title} was added.`,
  },
  nav: {
    label: 'Feeds',
    main: 'Main pages',
    open: 'Show feeds',
    today: 'Today',
    search: 'Search',
    searches: 'Saved searches',
    all: 'All articles',
    saved: 'Saved',
    addFeed: 'Add feed',
    tools: 'Feeds: show and add',
    unreadOnly: 'Only feeds with unread articles',
    feedsWidth: 'Width of the feeds',
    listWidth: 'Width of the list',
    keywords: 'Keywords',
    crawls: 'Crawls',
    jobs: 'Activity',
    settings: 'Settings',
    signOut: 'Sign out',
    unread: (n: number): string => `${n.toLocaleString('en')} unread`,
    collapse: (name: string): string => `Close folder ${name}`,
    expand: (name: string): string => `Open folder ${name}`,
  },
  jobs: {
    refresh: 'Fetch feeds',
    refreshing: 'Fetching feeds',
    progress: (done: number, total: number): string => `Fetching feeds, ${done} of ${total}`,
    fetched: (n: number): string => (n === 0 ? 'Nothing new.' : counted(n, 'new article.', 'new articles.')),
    fetchedPlain: 'Your feeds are up to date.',
    needAttention: (n: number): string => counted(n, 'feed needs attention.', 'feeds need attention.'),
    tryAgain: (n: number): string => (n === 1 ? 'Try it again' : 'Try them again'),
    tried: (asked: number, waiting: number): string =>
      [
        ...(asked === 0 ? [] : [`Asking ${counted(asked, 'feed', 'feeds')} again.`]),
        ...(waiting === 0
          ? []
          : [`${counted(waiting, 'feed was', 'feeds were')} asked just now. Try again in a minute.`]),
      ].join(' '),
    fetchFailed: 'The feeds could not all be fetched.',
    ranking: 'Ranking again…',
    crawlEnded: 'The crawl has ended.',
  },
  broken: {
    panes: {
      feeds: 'The feeds could not be shown.',
      list: 'The list could not be shown.',
      article: 'This article could not be shown.',
      page: 'This page could not be shown.',
      window: 'This window could not be opened.',
    },
    what: 'Something went wrong in the page itself.',
    todo: 'Try again. If that does not help, reload the page.',
    back: 'Back to the list',
  },
  settings: {
    language: 'Language',
    theme: 'Appearance',
    themes: { light: 'Light', dark: 'Dark', auto: 'Automatic' },
    shortcuts: 'Keyboard shortcuts',
    version: (version: string): string => `Omomi ${version}`,
    api: 'API description',
  },
};

const ja: typeof en = {
  languageName: '日本語',
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
    line: 'オフラインです。前に読み込んだ内容を表示しています。',
    waiting: (n) => `${numberInJapanese(n)} 件の変更が送信待ちです。`,
    followLater: (url) => `オフラインです。${url} は、つながったときに追加します。`,
    followed: (title) => `「${title}」を追加しました。`,
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
    tools: 'フィードの表示と追加',
    unreadOnly: '未読のあるフィードだけを表示',
    feedsWidth: 'フィード欄の幅',
    listWidth: '一覧の幅',
    keywords: 'キーワード',
    crawls: 'クロール',
    jobs: '処理状況',
    settings: '設定',
    signOut: 'サインアウト',
    unread: (n) => `未読 ${numberInJapanese(n)} 件`,
    collapse: (name) => `フォルダ「${name}」をたたむ`,
    expand: (name) => `フォルダ「${name}」をひらく`,
  },
  jobs: {
    refresh: 'フィードを取得',
    refreshing: 'フィードを取得しています',
    progress: (done, total) => `フィードを取得しています(${done} / ${total})`,
    fetched: (n) =>
      n === 0 ? '新しい記事はありません。' : `新しい記事が ${numberInJapanese(n)} 件届きました。`,
    fetchedPlain: 'フィードは最新です。',
    needAttention: (n) => `${numberInJapanese(n)}件のフィードに確認が必要です。`,
    tryAgain: () => '再取得',
    tried: (asked, waiting) =>
      [
        ...(asked === 0 ? [] : [`${numberInJapanese(asked)}件のフィードを再取得しています。`]),
        ...(waiting === 0
          ? []
          : [`${numberInJapanese(waiting)}件は取得したばかりです。1分後にもう一度お試しください。`]),
      ].join(''),
    fetchFailed: '取得できなかったフィードがあります。',
    ranking: '並べ直しています…',
    crawlEnded: 'クロールが終わりました。',
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
    themes: { light: 'ライト', dark: 'ダーク', auto: '自動' },
    shortcuts: 'キーボードショートカット',
    version: (version) => `Omomi ${version}`,
    api: 'API の説明',
  },
};

export const commonTexts: Texts<typeof en> = { en, ja };
