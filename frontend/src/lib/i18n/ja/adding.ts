import { wholeNumber } from '../counted.ts';
import type { LaterTexts } from '../en/later.ts';

export const feedDirectory: LaterTexts['feedDirectory'] = {
  browse: 'テーマから探す',
  topic: 'テーマ',
  list: 'フィード',
  none: 'この語を含むフィードは一覧にありません。アドレスを入力してください。',
  found: (n) => `${wholeNumber(n)}件のフィード`,
  topics: {
    news: 'ニュース',
    technology: 'テクノロジー',
    programming: 'プログラミング',
    science: '科学',
    business: 'ビジネス',
    design: 'デザイン',
    culture: '本と文化',
    screen: '映画・テレビ',
    music: '音楽',
    games: 'ゲーム',
    photography: '写真',
    food: '料理',
    travel: '旅行',
    sports: 'スポーツ',
    life: '暮らし',
  },
};

export const adding: LaterTexts['adding'] = {
  addFeed: {
    title: 'フィードを追加',
    address: 'アドレス',
    hint: 'フィードまたはサイトのアドレス。複数なら1行に1つずつ。言葉を入れると、よく知られたフィードが見つかります。フィードのないサイトは、ページの見出しから購読できます。',
    submit: 'フィードを追加',
    submitMany: (n) => `${wholeNumber(n)}件のフィードを追加`,
    working: 'フィードを読み込んでいます…',
    workingOn: (done, total) => `フィードを読み込んでいます（${done + 1} / ${total}）…`,
    waiting: '1分間に追加できる数に限りがあります。残りは自動的に追加されます。',
    folder: 'フォルダー',
    newFolder: '新しいフォルダー…',
    known: 'すでに購読しています。',
    showKnown: '表示する',
    choose: 'このアドレスには複数の候補があります。どれにしますか？',
    opml: 'これは OPML 文書です。ファイルに保存して読み込むと、フォルダーもそのまま引き継げます。',
    toImport: '読み込みへ',
    found: (n) =>
      n === 1
        ? 'このページのフィードはこちらです。'
        : 'このページには複数のフィードがあります。どれを追加しますか？',
    notAddress: {
      what: 'Web のアドレスではありません。',
      todo: 'example.com や https://example.com/feed.xml のような形で入力してください。',
    },
    look: 'このページにある他のフィードを探す',
    added: (title) => `「${title}」を購読しました。`,
    addedMany: (n) => `${wholeNumber(n)}件のフィードを購読しました。`,
    parts: { videos: 'ショートとライブを除く', shorts: 'ショートのみ', live: 'ライブのみ' },
    unnamed: '名称未設定のフィード',
    lists: (n) =>
      n === 1
        ? 'フィードはありませんが、ページの見出しを購読できます。'
        : 'フィードはありませんが、ページの見出しを購読できます。どの一覧にしますか？',
    listOf: (n) => `ページ上の一覧（見出し${wholeNumber(n)}件）`,
    pagesOf: (n) => `サイトマップの全ページ（${wholeNumber(n)}件）`,
  },
  newsletter: {
    title: 'メールで届くニュースレター',
    text: 'ニュースレターごとに専用のアドレスを作ります。届いたメールは、あなただけのフィードの記事になります。',
    make: 'アドレスを作る',
    made: 'このアドレスでニュースレターに登録してください。フィードは一覧に追加され、最初のメールが届くと名前が付きます。',
    address: 'ニュースレターのアドレス',
  },
  savePage: {
    title: 'ページを保存',
    hint: '記事の本文を「保存した記事」に取っておきます。ほかの人には見えません。',
    submit: '保存',
    working: 'ページを読み込んでいます…',
    saved: (title) => `「${title}」を保存しました。`,
    offer: 'このページを保存する',
    sent: (title) => `「${title}」の、いま表示されている本文を保存します。`,
    tooLarge: '表示されている内容は大きすぎて送れません。Omomi がサイトからページを取得します。',
    elsewhere: 'ほかのページから',
    elsewhereText:
      '次のリンクをブラウザーのブックマークにドラッグしてください。スマートフォンでは、Omomi をインストールすると、ページの共有先に選べます。',
    saveLink: 'Omomi に保存',
    subscribeLink: 'Omomi で購読',
  },
  start: {
    title: 'Omomi へようこそ',
    lead: '静かに読むための場所です。好きなサイトを購読すると、あなたにとって大切な記事が、理由とともに上に並びます。',
    feedsTitle: 'フィードを選ぶ',
    feedsText: '気になるものをどうぞ。あとからいつでもやめられます。',
    starters: {
      bbc: '世界のニュース（英語）',
      guardian: '気候と自然（英語）',
      quanta: '数学と科学の読みもの（英語）',
      arsTechnica: '技術と社会（英語）',
      nasa: '宇宙開発の最新情報（英語）',
      hackerNews: '開発者の話題（英語）',
      itmedia: 'IT 全般のニュース',
      hatena: '人気の技術記事',
      gigazine: '科学と雑学のニュース',
      publickey: 'クラウドとソフトウェア',
    },
    ownTitle: 'いつものサイトを加える',
    ownText: 'ふだん読んでいるサイトのアドレスを、1行に1つずつ。',
    opmlTitle: 'ほかのリーダーから',
    opmlText: '書き出した OPML などのファイルをこのページにドロップするか、選んでください。',
    dropHere: 'ここにファイルをドロップすると読み込みます',
    keywordsTitle: '大切な話題を教える',
    keywordsText: '2つか3つ、読点かカンマで区切って入力します。重みはあとで変えられます。',
    keywordsPlaceholder: '気候変動、宇宙、ジャズ',
    go: (n) => (n === 0 ? '読みはじめる' : `${wholeNumber(n)}件のフィードで読みはじめる`),
    goHint: 'フィードを1つ以上選んでください。',
    working: (done, total) => `フィードを読み込んでいます（${done} / ${total}）`,
    waiting: '一度に追加できる数に限りがあります。残りは1分ほどで自動的に追加されます。',
    failed: '追加できなかったもの:',
    continue: '記事へ進む',
    samples: '見本で試す',
    samplesText:
      '見本は、Omomi に付属する小さなフィードとキーワードで、ネットワークなしで使えます。「フィードの管理」からまとめて外せます。',
  },
};

export const opml: LaterTexts['opml'] = {
  title: 'フィードの引っ越し',
  intro:
    'ほかのリーダーのファイルをここにドロップできます。OPML のほか、FreshRSS、Miniflux、Inoreader、Feedly から書き出した JSON や ZIP なら、スター、ラベル、既読も引き継ぎます。ほかの Omomi の好みのデータも読み込めます。',
  choose: 'ファイルを読み込む…',
  export: 'OPML で書き出す',
  progress: (done, total) =>
    total === 0 ? '読み込んでいます…' : `読み込み中（${wholeNumber(total)}件中${wholeNumber(done)}件）`,
  summary: (imported, unreachable, duplicates, failed) =>
    [
      `${wholeNumber(imported)}件を追加しました。`,
      ...(unreachable === 0 ? [] : [`うち${wholeNumber(unreachable)}件はまだ読めません。`]),
      ...(duplicates === 0 ? [] : [`${wholeNumber(duplicates)}件は登録済みです。`]),
      ...(failed === 0 ? [] : [`${wholeNumber(failed)}件は追加できませんでした。`]),
    ].join(''),
  articles: (n) =>
    [
      `記事${wholeNumber(n.starred)}件を保存しました。`,
      ...(n.tagged === 0 ? [] : [`${wholeNumber(n.tagged)}件にタグを付けました。`]),
      ...(n.read === 0 ? [] : [`${wholeNumber(n.read)}件を既読にしました。`]),
      ...(n.not_here === 0
        ? []
        : [`${wholeNumber(n.not_here)}件は元のリーダーで既読ですが、ここにはありません。`]),
      ...(n.no_address === 0
        ? []
        : [`${wholeNumber(n.no_address)}件はアドレスがないため取り込めませんでした。`]),
    ].join(''),
  taken: (added, known, left) =>
    `${wholeNumber(added)}件を追加しました。${wholeNumber(known)}件はすでにありました。${left === 0 ? '' : `${wholeNumber(left)}件は、上限を超えるか、ここにない記事のものなので、追加しませんでした。`}`,
  report: 'ファイル内のフィード',
  outcomes: {
    pending: '待機中',
    imported: '追加済み',
    imported_unreachable: '追加済み・エラー',
    duplicate: '登録済み',
    failed: '追加できません',
  },
  problems: {
    no_address: 'ファイルにアドレスがありません。',
    invalid_address: 'Web のアドレスではありません。',
    already_subscribed: 'すでに購読しているフィードです。',
    repeated: 'ファイルに同じフィードが複数あります。',
    subscription_limit: '購読できる数の上限に達しています。',
  },
  faults: {
    unknown: 'OPML でも、FreshRSS、Miniflux、Inoreader、Feedly の書き出しでも、好みのデータでもありません。',
    damaged: 'ファイルが壊れているか、途中で切れています。もう一度書き出してください。',
    too_large: 'ファイルが大きすぎます。圧縮後4 MB、各ファイル16 MBまでに分けて書き出してください。',
    too_many_feeds: 'フィードが1,000件を超えています。分けてください。',
  },
  invalid: {
    what: 'このファイルは読み込めません。',
    todo: 'ほかのリーダーから書き出したファイルを選んでください。',
  },
};

export const coming: LaterTexts['coming'] = {
  title: '最初の記事を取り込んでいます',
  text: (read, all) =>
    all === 1
      ? 'フィードを読み込んでいます。'
      : `${wholeNumber(all)}件のフィードのうち${wholeNumber(read)}件を読み込みました。`,
};
