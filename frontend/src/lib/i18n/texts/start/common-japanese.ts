import { numberInJapanese } from '../../counted.ts';
import type { commonEnglish } from './common-english.ts';

export const commonJapanese: typeof commonEnglish = {
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
    manage: 'フィードの管理',
    tools: 'フィードの表示と追加',
    unreadOnly: '未読のあるフィードだけを表示',
    feedsWidth: 'フィード欄の幅',
    listWidth: '一覧の幅',
    keywords: 'キーワード',
    crawls: 'クロール',
    owner: '管理',
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
    themes: {
      light: 'ライト',
      dark: 'ダーク',
      auto: '自動',
      sepia: 'セピア',
      contrast: 'ハイコントラスト',
    },
    shortcuts: 'キーボードショートカット',
    version: (version) => `Omomi ${version}`,
    api: 'API の説明',
  },
};
