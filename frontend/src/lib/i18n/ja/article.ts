import { wholeNumber } from '../counted.ts';
import type { FullTextFailure } from '@omomi/backend/contract';
import type { LaterTexts } from '../en/later.ts';

export const articleMenu: LaterTexts['articleMenu'] = {
  why: 'この順位の理由',
  lessOfFeed: 'このフィードの記事を控えめにする',
  usualOfFeed: 'このフィードを標準に戻す',
  tags: 'タグ…',
  aloud: '読み上げる',
  muteWord: '言葉をミュート…',
  sendTo: (name) => `${name} に送る`,
  sentTo: (name) => `${name} に送りました。`,
  notTaken: (name, status) =>
    `${name} は ${status} を返しました。「設定」の「アプリ」でアドレスとトークンを確認してください。`,
  lessNow: (feed) => `「${feed}」の重要度を下げました。`,
  usualNow: (feed) => `「${feed}」の重要度を標準に戻しました。`,
  dampingUndone: (feed) => `「${feed}」の重要度を元に戻しました。`,
  pausedNow: (feed) => `「${feed}」を一時停止しました。新しい記事は届きません。`,
  continuedNow: (feed) => `「${feed}」の取得を再開しました。`,
  muteTitle: '言葉をミュート',
  candidates: 'タイトルの言葉',
  word: '言葉',
  wordHint: 'タイトルにこの言葉を含む記事は、今後届きません。大文字と小文字は区別しません。',
  scope: '対象',
  everywhere: 'すべてのフィード',
  onlyIn: (feed) => `「${feed}」のみ`,
  isAlsoHere: '今ある記事も一覧から取り除く（元に戻せません）',
  mute: 'ミュート',
  ruleName: (word) => `ミュート: ${word}`,
  muted: (word) => `「${word}」をミュートしました。設定の「ルール」で確認できます。`,
  unmuted: (word) => `「${word}」のミュートを解除しました。`,
};

export const ownTags: LaterTexts['ownTags'] = {
  label: 'タグ',
  title: '記事のタグ',
  field: 'タグ',
  hint: 'Enter でタグを追加し、「、」で区切ります。タグを付けた記事は、保存した記事と同じく残ります。',
  chosen: '付いているタグ',
  completions: 'タグの候補',
  remove: (tag) => `「${tag}」を外す`,
  newTag: (tag) => `新しいタグ「${tag}」`,
  tooMuch: 'タグは1つの記事に8個まで、それぞれ24文字まで、合わせて約40文字までです。',
  tagged: (tags) => `タグを付けました: ${tags}`,
  untagged: 'タグを外しました',
  articles: (n) => `${wholeNumber(n)}件`,
  name: '名前',
  renameTitle: 'タグの名前を変更',
  renameHint: 'すべての記事のタグが新しい名前になります。同じ名前のタグがあれば、1つにまとまります。',
  removeTag: '削除',
  removeTitle: (tag) => `タグ「${tag}」を削除しますか？`,
  removeText:
    'すべての記事からこのタグが外れます。ほかのタグがなく、保存もしていない記事は、期限が来ると消えます。',
};

export const machineTexts: LaterTexts['machineTexts'] = {
  summary: '要約',
  translation: '翻訳',
  writeSummary: '要約する',
  writeTranslation: '翻訳する',
  cost: (most, used, all) =>
    `費用は最大 ${most} USD です。今月は ${all} USD のうち ${used} USD を使いました。`,
  writing: (model) => `${model} が書いています…`,
  madeBy: (model) => `機械（${model}）が書いた文章です。誤りがあるかもしれません。`,
  isCut: '長い記事なので、はじめの部分だけを読みました。',
  failed: '文章を読み込めませんでした',
};

export const highlights: LaterTexts['highlights'] = {
  label: 'ハイライト',
  one: 'ハイライト',
  selected: '選択したテキスト',
  mark: 'ハイライト',
  note: 'メモ',
  colour: '色',
  colours: { yellow: '黄', green: '緑', blue: '青', pink: 'ピンク' },
  remove: 'ハイライトを削除',
  made: 'ハイライトし、記事を保存しました',
  removed: 'ハイライトを削除しました',
  lost: '本文から見つからなくなったハイライト',
  loadFailed: 'ハイライトを読み込めませんでした。',
  find: 'ハイライトを検索',
  save: 'Markdown で書き出す',
  saveEach: '記事ごとのファイル',
  none: 'ハイライトはまだありません。記事の文章を選択すると追加できます。',
  noneFound: '一致するハイライトはありません。',
};

const failures: Record<FullTextFailure, string> = {
  paywall: 'このページは会員向けです。',
  consent_page: 'ページを表示する前に、同意を求められました。',
  forbidden: 'サイトが Omomi へのページの提供を拒否しています。',
  not_found: 'ページが見つかりません。',
  rate_limited: 'アクセスの頻度を下げるよう、サイトから求められました。',
  server_error: 'サイト側で問題が起きています。',
  http_error: 'サイトから正しい応答がありませんでした。',
  unreachable: 'サイトが応答しません。',
  too_large: 'ページが大きすぎます。',
  robots: 'サイトの robots.txt が、プログラムによる読み取りを断っています。',
  no_archive: 'ページが、本文を保存しないよう求めています。',
  not_a_page: 'リンク先はページではなくファイルです。',
  unreadable: 'ページの読み取りに時間かメモリがかかりすぎます。',
  no_text: 'ページに記事が見つかりませんでした。',
  not_longer: 'ページの本文はフィードと同じ長さです。',
  limit_reached: 'このフィードのページは、今日すでに200件取得しました。',
  no_link: 'この記事にはページがありません。',
};

export const fullText: LaterTexts['fullText'] = {
  fetch: '全文を取得',
  show: '全文を表示',
  coming: '全文を取得しています。',
  from: (site) => `${site} の全文`,
  showFeed: 'フィードの本文に戻す',
  failed: (why) => `フィードの本文を表示しています。${why}`,
  retry: '再試行',
  failures: failures,
  mode: '記事の本文',
  modes: {
    auto: '自動',
    feed: 'フィードのまま',
    full: '全文（記事のページから）',
  },
  found: {
    full: '現在は全文です。フィードの本文がページよりずっと短いためです。',
    feed: '現在はフィードのままです。フィードに全文があるためです。',
  },
  notFound: '次に届く記事をページと比べてから決めます。',
};

export const opinions: LaterTexts['opinions'] = {
  learns: '評価・保存・閲覧した記事から学習を始めました。ほかの人には見えません。',
  undone: '学習をオフにし、評価を消しました。',
};

export const aloud: LaterTexts['aloud'] = {
  label: '読み上げ',
  back: '前の文',
  forth: '次の文',
  goesOn: '次の記事も',
  failed: 'このブラウザーでは、この記事を読み上げられません。記事の言語の音声がない可能性があります。',
};

export const listening: LaterTexts['listening'] = {
  label: '再生リスト',
  add: '再生リストに追加',
  remove: '再生リストから外す',
  playNext: '次に再生',
  following: (title) => `次: ${title}`,
  queue: '次に再生',
  begun: '聴きかけ',
  howFar: (at, of) => (of === null ? `${at}まで` : `${at}まで（全体 ${of}）`),
  forget: '再生位置を消す',
  none: '再生を待つものはありません。記事から追加できます。',
  chapters: (n) => (n === 0 ? 'チャプター' : `チャプター（${n}）`),
  noChapters: 'この音声・動画にチャプターはありません。',
  chaptersFailed: 'チャプターを読み込めませんでした。もう一度押すと再試行します。',
};

export const playing: LaterTexts['playing'] = {
  label: '再生中',
  play: '再生',
  pause: '一時停止',
  back: '15秒戻る',
  forth: '30秒進む',
  end: '終了して閉じる',
  failed: '再生できませんでした。',
};

export const reading: LaterTexts['reading'] = {
  original: '元の記事を読む',
  by: (author) => author,
  previous: '前の記事',
  next: '次の記事',
  closePane: '記事を隠す',
  backToList: '一覧に戻る',
  image: (description) => `［画像: ${description}］`,
  type: '文字と配色',
  typeOfArticles: '記事の文字',
  size: '文字の大きさ',
  sizes: { small: '小', medium: '中', large: '大', largest: '特大' },
  width: '幅',
  widths: { narrow: '狭い', medium: '標準', wide: '広い' },
  face: '書体',
  faces: { auto: '自動', serif: '明朝', sans: 'ゴシック', system: 'システム' },
  spacing: '行間',
  spacings: { tight: '狭い', medium: '標準', loose: '広い' },
  enlarge: (description) => (description === '' ? '画像を大きく表示する' : `大きく表示する: ${description}`),
  picture: '画像',
  table: '表（横にスクロールできます）',
  code: 'コード（横にスクロールできます）',
  note: '脚注',
  closeNote: '脚注を閉じる',
  play: (provider) => `${provider} の動画を再生する`,
  playing: (title, provider) => `${title}（${provider} の動画）`,
  playHint: (provider) => `再生すると、視聴したことが ${provider} に伝わります。`,
  providers: { youtube: 'YouTube', vimeo: 'Vimeo' },
  atProvider: (provider) => `${provider} で見る`,
  audio: (name) => `音声: ${name}`,
  video: (name) => `動画: ${name}`,
  speed: '速度',
  sleep: 'スリープタイマー',
  stopsAfter: (minutes) => (minutes === null ? 'スリープタイマーなし' : `${minutes}分後に停止`),
  back: '15秒戻る',
  forth: '30秒進む',
  resumed: (time) => `前回の続き（${time}）から再生します。`,
  failed: 'ここでは再生できませんでした。「ファイルを開く」で別のタブで再生できます。',
  download: 'ファイルを開く',
  copyLink: 'リンクをコピー',
  copied: 'コピーしました',
  copyFailed: 'リンクをコピーできませんでした。コピーは https でのみ使えます。',
  share: '共有',
  keepUnread: '未読のままにする',
  actions: 'この記事の操作',
  more: 'この記事のその他の操作',
  markSide: {
    above: (n) =>
      n === 0
        ? '上に未読はありません'
        : `これより上の${n === null ? 'すべて' : `${wholeNumber(n)}件`}を既読にする`,
    below: (n) =>
      n === 0
        ? '下に未読はありません'
        : `これより下の${n === null ? 'すべて' : `${wholeNumber(n)}件`}を既読にする`,
  },
  loadingBelow: '一覧の残りを読み込んでから既読にします。',
  leftBelow: '読み込みが終わる前に一覧を離れたため、既読にしませんでした。',
};

export const listMenu: LaterTexts['listMenu'] = {
  ages: {
    any: 'すべて既読にする',
    day: '1日より前の記事を既読にする',
    week: '1週間より前の記事を既読にする',
  },
  pictures: '画像を表示する',
};

export const ranking: LaterTexts['ranking'] = {
  alike: (n) => `保存したり、高く評価したり、最後まで読んだりした記事${wholeNumber(n)}件に似ています。例:`,
  alikeDisliked: (n) => `減らしたい記事${wholeNumber(n)}件に似ています。例:`,
  modelAway: (since, waiting) =>
    `${since}から評価モデルが応答していません${waiting === 0 ? '' : `（順位付け待ち${wholeNumber(waiting)}件）`}`,
  opinion: 'こうした記事は',
  thumbUp: 'もっと見たい',
  thumbDown: '減らしたい',
  invitation: '保存や評価から好みを学習できます。内容はほかの人には見えません。',
  accept: '学習をオンにする',
  markWords: '記事の中の語に印を付ける',
  whyNone: 'この記事に関係するキーワードはありません。',
  whyNoKeywords: 'キーワードがまだないため、重みは付いていません。',
  whyUnscored: 'この記事はまだ評価されていません。評価モデルが応答すると計算されます。',
  total: 'スコア',
  others: (n) => `ほか${wholeNumber(n)}個のキーワードは加点なし`,
  reasonLine: (keyword, parts, contribution) => `${keyword}: 重みと一致度、${parts} ${contribution}`,
  lowered: '0 まで:',
  factorLine: (part, factor, contribution) => `${part}: ${factor}倍で ${contribution}`,
  weakLine: (text, contribution) => `${text} 合わせて ${contribution}`,
};

export const feedDocument: LaterTexts['feedDocument'] = {
  title: 'フィードに残る古い記事',
  hint: '読むことはできますが、既読や保存の操作はできません。',
  none: 'フィードの記事はすべて一覧にあります。',
  noDocument: 'まだ表示できるものがありません。次の取得の後にお試しください。',
  loadFailed: '古い記事を読み込めませんでした。',
  more: 'さらに表示',
};

export const articleText: LaterTexts['articleText'] = {
  noContent: 'このフィードには本文がありません。元の記事をご覧ください。',
  attachments: '添付ファイル',
};
