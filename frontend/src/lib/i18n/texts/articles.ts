import { counted, numberInJapanese } from '../counted.ts';
import type { Texts } from '../languages.ts';

const en = {
  list: {
    label: 'Articles',
    sort: 'Order',
    byTime: 'Newest',
    byImportance: 'Importance',
    filter: 'Show',
    filters: { all: 'All', unread: 'Unread', read: 'Read', saved: 'Saved' },
    markAllRead: 'Mark all read',
    menu: 'More for this list',
    tools: 'This list',
    look: 'View',
    pictures: 'Show pictures',
    looks: { compact: 'Compact', list: 'List', cards: 'Cards', magazine: 'Magazine' },
    bookmarks: (count: number | null) =>
      count === null
        ? 'Bookmarks on Hatena: not known yet'
        : `${counted(count, 'bookmark', 'bookmarks')} on Hatena`,
    minutes: (n: number): string => `${n.toLocaleString('en')} min`,
    /** `articles`: number of the other articles of a story; `sources`: of the other feeds that they are of. */
    sources: (sources: number, articles: number): string => {
      if (sources === 0)
        return articles === 1
          ? 'another article of this feed'
          : `${articles.toLocaleString('en')} other articles of this feed`;
      const told = `+${counted(sources, 'source', 'sources')}`;
      return articles > sources ? `${told}, ${counted(articles, 'article', 'articles')}` : told;
    },
    moreSources: (n: number): string => `and ${n.toLocaleString('en')} more`,
    former: 'former feed',
    formerHint: 'You no longer follow the feed this article came from.',
    news: (n: number, isMore: boolean): string => `+${n.toLocaleString('en')}${isMore ? ' or more' : ''} new`,
    arrived: (n: number, isMore: boolean): string =>
      `${counted(n, 'new article', 'new articles')}${isMore ? ' or more' : ''}`,
    reordered: 'The order of this list has changed',
    reorderedShort: 'New order',
    /** The name of the button that loads the list anew; `told` is one of the two above. */
    renew: (told: string): string => `${told}: show the list from the top`,
    more: 'Loading more articles',
    end: 'That is all.',
    goes: (when: string): string => `goes ${when}`,
    goesHint: 'Then it leaves your lists, unless you save it.',
    rankedOf: (n: number): string =>
      `Only the newest ${n.toLocaleString('en')} articles of this list are ranked and shown. Order by newest to reach the older ones.`,
    newState: 'Unread',
    rankLabel: (tier: string, rank: number, score: string): string =>
      `${tier}: importance ${rank} of 100 (score ${score})`,
    tiers: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'The rest' },
    unscored: 'not scored yet',
    unscoredHint:
      'This article waits to be scored. That happens by itself as soon as the scoring model answers.',
    because: 'Because of',
    save: 'Save',
    unsave: 'Remove from saved',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    loadFailed: 'The articles could not be loaded.',
    modelAway: (since: string, waiting: number): string =>
      `Model away since ${since}${waiting === 0 ? '' : `, ${counted(waiting, 'article', 'articles')} waiting to be ranked`}`,
    estimated: 'The feed gives no date; this is when it arrived.',
  },
  history: {
    show: 'Show older articles from the feed’s document',
    title: 'Older, from the feed’s document',
    hint: 'What the feed still carries and your lists do not. It can be read, but not marked or saved.',
    none: 'The feed’s document carries nothing that is not in your lists.',
    noDocument: 'No document of this feed is stored. The next one that it sends will be.',
    loadFailed: 'The feed’s document could not be read.',
    more: 'More',
  },
  marks: {
    marked: (n: number | null): string =>
      n === null ? 'Marked as read.' : `${counted(n, 'article', 'articles')} marked read.`,
    undo: 'Undo',
    undone: 'Taken back: they are as they were.',
    tooLate: 'This can no longer be taken back.',
    ages: {
      any: 'Mark all read',
      day: 'Mark older than a day read',
      week: 'Mark older than a week read',
    },
  },
  article: {
    original: 'Read at the source',
    sources: 'Also told by',
    sameFeed: 'Also in this feed',
    close: 'Close article',
    closePane: 'Hide the article',
    backToList: 'Back to the list',
    next: 'Next article',
    previous: 'Previous article',
    choose: 'Choose an article to read it here. With j and k you go from one to the next.',
    by: (author: string): string => `by ${author}`,
    noContent: 'The feed carries no text for this article. Read it at the source.',
    loadFailed: 'This article could not be loaded.',
    attachments: 'Attachments',
    image: (description: string): string => `[Image: ${description}]`,
    parts: {
      learned: 'Like what you liked',
      source: 'Feed volume',
      rule: 'Your rules',
      freshness: 'Age',
    },
    disliked: 'Like what you disliked',
    source: {
      more: 'You asked for more of this feed',
      normal: 'This feed brings many articles',
      less: 'You asked for less of this feed',
    },
    rate: (perDay: number): string => `This feed brings ${counted(perDay, 'article', 'articles')} a day`,

    opinion: 'More like this?',
    thumbUp: 'More like this',
    thumbDown: 'Less like this',
    invitation: 'Omomi can learn from what you save and like. It stays private to you.',
    accept: 'Learn from me',
    alike: (n: number): string =>
      `Like ${counted(n, 'article', 'articles')} you saved, liked or read to the end, e.g.`,
    alikeDisliked: (n: number): string => `Like ${counted(n, 'article', 'articles')} you disliked, e.g.`,
    why: 'Why it ranks here',
    markWords: 'Mark these words in the article',
    whyNone: 'None of your keywords has to do with this article.',
    whyNoKeywords: 'You have no keywords yet, so nothing is weighed.',
    whyUnscored: 'This article is not scored yet. It will be as soon as the scoring model answers.',
    total: 'Score',
    others: (n: number): string => `${counted(n, 'other keyword', 'other keywords')} added nothing`,
    /** `parts` are the weight and the match: "2 × 0.86 =". */
    reasonLine: (keyword: string, parts: string, contribution: string): string =>
      `${keyword}: weight and match, ${parts} ${contribution}`,
    /** A score does not fall below 0, so what lowers it counts less then. */
    lowered: 'down to 0:',
    factorLine: (part: string, factor: string, contribution: string): string =>
      `${part}: times ${factor} adds ${contribution}`,
  },
  empty: {
    unread: { title: 'All read', text: 'You are up to date. New articles appear here by themselves.' },
    read: { title: 'Nothing read yet', text: 'Articles you have opened appear here until they go.' },
    saved: {
      title: 'Nothing saved yet',
      text: 'Save an article with its bookmark or the s key, and it stays here for good.',
    },
    all: {
      title: 'No articles yet',
      text: 'They appear as soon as a feed brings some. You can fetch your feeds now.',
    },
    showAll: 'Show all articles',
    noKeywordsTitle: 'Tell Omomi what matters to you',
    noKeywordsText: 'Add a few keywords and the articles that speak of them rise to the top.',
    noKeywordsAction: 'Add keywords',
  },
};

const ja: typeof en = {
  list: {
    label: '記事',
    sort: '並び順',
    byTime: '新着順',
    byImportance: '重要順',
    filter: '表示',
    filters: { all: 'すべて', unread: '未読', read: '既読', saved: '保存' },
    markAllRead: 'すべて既読にする',
    menu: 'この一覧の操作',
    tools: 'この一覧の操作',
    look: '表示形式',
    pictures: '画像を表示する',
    looks: { compact: 'コンパクト', list: 'リスト', cards: 'カード', magazine: 'マガジン' },
    bookmarks: (count) =>
      count === null
        ? 'はてなブックマーク数は未取得です'
        : `はてなブックマーク ${numberInJapanese(count)} 件`,
    minutes: (n) => `約${numberInJapanese(n)}分`,
    sources: (sources, articles) => {
      const count = numberInJapanese(articles);
      if (sources === 0) return `同じフィードの別の記事${articles === 1 ? '' : ` ${count} 件`}`;
      const told = `ほか ${numberInJapanese(sources)} 件の情報源`;
      return articles > sources ? `${told}、記事 ${count} 件` : told;
    },
    moreSources: (n) => `ほか ${numberInJapanese(n)} 件`,
    former: '購読終了',
    formerHint: 'この記事のフィードは、いまは購読していません。',
    news: (n: number, isMore: boolean): string => `+${numberInJapanese(n)}件${isMore ? '以上' : ''} 新着`,
    arrived: (n: number, isMore: boolean): string => `新着 ${numberInJapanese(n)}件${isMore ? '以上' : ''}`,
    reordered: 'このリストの順序が変わりました',
    reorderedShort: '順序を更新',
    renew: (told: string): string => `${told}。リストを先頭から表示`,
    more: '続きを読み込んでいます',
    end: 'ここまでです。',
    goes: (when) => `${when}に消えます`,
    goesHint: '保存しないかぎり、その後は一覧から消えます。',
    rankedOf: (n) =>
      `重要順で表示されるのは、この一覧の新しい ${numberInJapanese(n)} 件だけです。それより古い記事は新着順でご覧ください。`,
    newState: '未読',
    rankLabel: (tier, rank, score) => `${tier}: 重要度 ${rank} / 100(スコア ${score})`,
    tiers: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
    unscored: '評価待ち',
    unscoredHint: 'この記事は重要度の計算を待っています。評価モデルが応答すると自動で計算されます。',
    because: '理由',
    save: '保存',
    unsave: '保存を解除',
    markRead: '既読にする',
    markUnread: '未読に戻す',
    modelAway: (since, waiting) =>
      `${since}から評価モデルが応答していません${waiting === 0 ? '' : `(${numberInJapanese(waiting)}件が待機中)`}`,
    loadFailed: '記事を読み込めませんでした。',
    estimated: 'フィードに日付がないため、届いた日時を表示しています。',
  },
  history: {
    show: 'フィードに残る古い記事を表示',
    title: 'フィードに残る古い記事',
    hint: 'フィードにはまだあり、一覧にはない記事です。読むことはできますが、既読や保存の操作はできません。',
    none: 'フィードにあって一覧にない記事はありません。',
    noDocument: 'このフィードの文書は保存されていません。次に届いた文書から保存されます。',
    loadFailed: 'フィードの文書を読み込めませんでした。',
    more: 'さらに表示',
  },
  marks: {
    marked: (n) => (n === null ? '既読にしました。' : `${numberInJapanese(n)} 件を既読にしました。`),
    undo: '元に戻す',
    undone: '元に戻しました。',
    tooLate: 'もう元に戻せません。',
    ages: {
      any: 'すべて既読にする',
      day: '1日より前の記事を既読にする',
      week: '1週間より前の記事を既読にする',
    },
  },
  article: {
    original: '元の記事を読む',
    sources: 'ほかの情報源',
    sameFeed: '同じフィードの別の記事',
    close: '記事を閉じる',
    closePane: '記事を隠す',
    backToList: '一覧に戻る',
    next: '次の記事',
    previous: '前の記事',
    choose: '記事を選ぶと、ここで読めます。j と k で前後の記事に移れます。',
    by: (author) => author,
    noContent: 'このフィードには本文がありません。元の記事をご覧ください。',
    loadFailed: '記事を読み込めませんでした。',
    attachments: '添付ファイル',
    image: (description) => `［画像: ${description}］`,
    parts: {
      learned: '好みの記事に近い',
      source: 'フィードの量',
      rule: 'ルール',
      freshness: '新しさ',
    },
    disliked: '減らしたい記事に近い',
    source: {
      more: 'このフィードは多めに表示',
      normal: '記事の多いフィード',
      less: 'このフィードは少なめに表示',
    },
    rate: (perDay) => `このフィードは 1 日に ${numberInJapanese(perDay)} 件`,

    opinion: 'こうした記事は',
    thumbUp: 'もっと見たい',
    thumbDown: '減らしたい',
    invitation: '保存や評価から好みを学べます。内容はあなただけのものです。',
    accept: '学習をオンにする',
    alike: (n) => `保存、評価、または最後まで読んだ記事 ${numberInJapanese(n)} 件に似ています。例:`,
    alikeDisliked: (n) => `減らしたい記事 ${numberInJapanese(n)} 件に似ています。例:`,
    why: 'この順位の理由',
    markWords: '記事の中の語に印を付ける',
    whyNone: 'この記事に関係するキーワードはありません。',
    whyNoKeywords: 'キーワードがまだないため、重みは付いていません。',
    whyUnscored: 'この記事はまだ評価されていません。評価モデルが応答すると計算されます。',
    total: 'スコア',
    others: (n) => `ほか ${numberInJapanese(n)} 個のキーワードは加点なし`,
    reasonLine: (keyword, parts, contribution) => `${keyword}: 重みと一致度、${parts} ${contribution}`,
    lowered: '0 まで:',
    factorLine: (part, factor, contribution) => `${part}: ${factor} 倍で ${contribution}`,
  },
  empty: {
    unread: { title: 'すべて読み終えました', text: '新しい記事は、届き次第ここに表示されます。' },
    read: { title: '既読の記事はありません', text: '開いた記事は、保存期間が過ぎるまでここに並びます。' },
    saved: {
      title: '保存した記事はありません',
      text: 'しおりのボタンか s キーで保存すると、ずっとここに残ります。',
    },
    all: {
      title: 'まだ記事がありません',
      text: 'フィードに記事が届くと表示されます。今すぐ取得することもできます。',
    },
    showAll: 'すべての記事を表示',
    noKeywordsTitle: '大切な話題を教えてください',
    noKeywordsText: 'キーワードをいくつか登録すると、関係の深い記事が上に並びます。',
    noKeywordsAction: 'キーワードを登録',
  },
};

export const articlesTexts: Texts<typeof en> = { en, ja };
