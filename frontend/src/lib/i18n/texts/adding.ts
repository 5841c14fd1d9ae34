import { counted, wholeNumber } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  addFeed: {
    title: 'Add a feed',
    address: 'Address',
    hint: 'The address of a feed, or of any site, or several: one on each line. A site without a feed can be followed by its page.',
    placeholder: 'example.com or https://example.com/feed.xml',
    submit: 'Add feed',
    submitMany: (n: number): string => `Add ${counted(n, 'feed', 'feeds')}`,
    working: 'Reading the feed…',
    workingOn: (done: number, total: number): string => `Reading feeds, ${done + 1} of ${total}…`,
    waiting: 'Omomi takes only so many new feeds a minute. It goes on by itself.',
    folder: 'Folder',
    newFolder: 'A new folder…',
    known: 'You follow this already.',
    showKnown: 'Show it',
    choose: 'This address leads to several. Which one?',
    opml: 'This is an OPML document. Save it as a file and import that: it keeps the folders.',
    toImport: 'To the import',
    found: (n: number): string =>
      n === 1 ? 'This page offers one feed:' : 'This page offers several feeds. Which one?',
    notAddress: {
      what: 'This is not a web address.',
      todo: 'One looks like example.com or https://example.com/feed.xml.',
    },
    look: 'See what else this page offers',
    added: (title: string): string => `You now follow ${title}.`,
    addedMany: (n: number): string => `You now follow ${counted(n, 'more feed', 'more feeds')}.`,
    unnamed: 'Untitled feed',
    lists: (n: number): string =>
      n === 1
        ? 'This site has no feed, but its headlines can be followed:'
        : 'This site has no feed, but its headlines can be followed. Which of these are they?',
    listOf: (n: number): string => `List on the page, ${counted(n, 'headline', 'headlines')}`,
    pagesOf: (n: number): string => `All pages by the sitemap, ${counted(n, 'page', 'pages')}`,
  },
  start: {
    title: 'Welcome to Omomi',
    lead: 'A quiet place to read. Omomi follows the sites you like and puts what matters to you on top, and says why.',
    feedsTitle: 'Pick a few feeds',
    feedsText: 'Any you like; it is one click to leave them again.',
    ownTitle: 'Or bring your own',
    ownText: 'The address of a site you read. One on each line.',
    opmlTitle: 'From another reader',
    opmlText: 'Drop its OPML file anywhere on this page, or choose it.',
    dropHere: 'Drop the OPML file to bring its feeds',
    keywordsTitle: 'Say what matters to you',
    keywordsText: 'Two or three topics, separated by commas. You can weigh them later.',
    keywordsPlaceholder: 'climate, open source, jazz',
    go: (n: number): string => (n === 0 ? 'Start reading' : `Start reading ${counted(n, 'feed', 'feeds')}`),
    goHint: 'Pick at least one feed.',
    working: (done: number, total: number): string =>
      `Reading ${done} of ${counted(total, 'feed', 'feeds')}…`,
    waiting: 'Omomi takes only so many at a time. It goes on by itself in a minute.',
    failed: 'These could not be added:',
    continue: 'Continue to the articles',
    samples: 'Try it with samples',
    samplesText:
      'The samples are a few small feeds and keywords that come with Omomi and need no network. Manage feeds takes them away again.',
  },
};

const ja: typeof en = {
  addFeed: {
    title: 'フィードを追加',
    address: 'アドレス',
    hint: 'フィードまたはサイトのアドレス。複数なら一行に一つずつ。フィードのないサイトは、ページの見出しから購読できます。',
    placeholder: 'example.com または https://example.com/feed.xml',
    submit: 'フィードを追加',
    submitMany: (n) => `${wholeNumber(n)} 件のフィードを追加`,
    working: 'フィードを読み込んでいます…',
    workingOn: (done, total) => `フィードを読み込んでいます（${done + 1} / ${total}）…`,
    waiting: '一分間に追加できる数に限りがあります。自動的に再開します。',
    folder: 'フォルダ',
    newFolder: '新しいフォルダ…',
    known: 'すでに購読しています。',
    showKnown: '表示する',
    choose: 'このアドレスには複数の候補があります。どれにしますか?',
    opml: 'これは OPML 文書です。ファイルに保存して読み込むと、フォルダもそのまま引き継げます。',
    toImport: '読み込みへ',
    found: (n) =>
      n === 1
        ? 'このページのフィードはこちらです。'
        : 'このページには複数のフィードがあります。どれを追加しますか?',
    notAddress: {
      what: 'Web のアドレスではありません。',
      todo: 'example.com や https://example.com/feed.xml のような形で入力してください。',
    },
    look: 'このページにある他のフィードを探す',
    added: (title) => `「${title}」を購読しました。`,
    addedMany: (n) => `${wholeNumber(n)} 件のフィードを購読しました。`,
    unnamed: '名称未設定のフィード',
    lists: (n) =>
      n === 1
        ? 'フィードはありませんが、ページの見出しを購読できます。'
        : 'フィードはありませんが、ページの見出しを購読できます。どの一覧にしますか?',
    listOf: (n) => `ページ上の一覧(見出し ${wholeNumber(n)} 件)`,
    pagesOf: (n) => `サイトマップの全ページ(${wholeNumber(n)} 件)`,
  },
  start: {
    title: 'Omomi へようこそ',
    lead: '静かに読むための場所です。好きなサイトを購読すると、あなたにとって大切な記事が、理由とともに上に並びます。',
    feedsTitle: 'フィードを選ぶ',
    feedsText: '気になるものをどうぞ。あとからいつでもやめられます。',
    ownTitle: 'いつものサイトを加える',
    ownText: 'ふだん読んでいるサイトのアドレスを、一行に一つずつ。',
    opmlTitle: 'ほかのリーダーから',
    opmlText: '書き出した OPML ファイルをこのページにドロップするか、選んでください。',
    dropHere: 'ここにドロップすると、フィードを読み込みます',
    keywordsTitle: '大切な話題を教える',
    keywordsText: '二つか三つ、読点かカンマで区切って入力します。重みはあとで変えられます。',
    keywordsPlaceholder: '気候変動、宇宙、ジャズ',
    go: (n) => (n === 0 ? '読みはじめる' : `${wholeNumber(n)} 件のフィードで読みはじめる`),
    goHint: 'フィードを一つ以上選んでください。',
    working: (done, total) => `フィードを読み込んでいます(${done} / ${total})`,
    waiting: '一度に追加できる数に限りがあります。一分ほどで自動的に再開します。',
    failed: '追加できなかったもの:',
    continue: '記事へ進む',
    samples: '見本で試す',
    samplesText:
      '見本は、Omomi に付属する小さなフィードとキーワードで、ネットワークなしで使えます。「フィードの管理」からまとめて外せます。',
  },
};

export const addingTexts: Texts<typeof en> = { en, ja };
