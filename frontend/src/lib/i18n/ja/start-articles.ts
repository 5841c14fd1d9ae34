import { wholeNumber } from '../counted.ts';
import type { articles as english } from '../en/start-articles.ts';

export const articles: typeof english = {
  list: {
    label: '記事',
    sort: '並び順',
    sorts: { importance_score: '重要順', published_at: '新着順', oldest: '古い順' },
    filter: '表示',
    filters: { all: 'すべて', unread: '未読', read: '既読', saved: '保存' },
    markAllRead: 'すべて既読にする',
    menu: 'この一覧の操作',
    tools: 'この一覧の操作',
    look: '表示形式',
    looks: { compact: 'コンパクト', list: 'リスト', cards: 'カード', magazine: 'マガジン' },
    bookmarks: (count) =>
      count === null ? 'はてなブックマーク数は未取得です' : `はてなブックマーク${wholeNumber(count)}件`,
    minutes: (n) => `約${wholeNumber(n)}分`,
    sources: (sources, articles) => {
      const count = wholeNumber(articles);
      if (sources === 0) return `同じフィードの別の記事${articles === 1 ? '' : `${count}件`}`;
      const told = `ほか${wholeNumber(sources)}件の情報源`;
      return articles > sources ? `${told}、記事${count}件` : told;
    },
    moreSources: (n) => `ほか${wholeNumber(n)}件`,
    former: '購読終了',
    formerHint: 'この記事のフィードは、いまは購読していません。',
    news: (n: number, isMore: boolean): string => `新着${wholeNumber(n)}件${isMore ? '以上' : ''}`,
    arrived: (n: number, isMore: boolean): string => `新着${wholeNumber(n)}件${isMore ? '以上' : ''}`,
    reordered: 'この一覧の順序が変わりました',
    reorderedShort: '順序を更新',
    renew: (told: string): string => `${told}。一覧を先頭から表示`,
    rowMenu: 'この記事のその他の操作',
    more: '続きを読み込んでいます',
    end: 'ここまでです。',
    goes: (when) => `${when}に消えます`,
    goesHint: '保存しないかぎり、その後は一覧から消えます。',
    rankedOf: (n) =>
      `重要順で表示されるのは、この一覧の新しい${wholeNumber(n)}件だけです。それより古い記事は新着順でご覧ください。`,
    newState: '未読',
    rankLabel: (tier, rank, score) => `${tier}: 重要度 ${rank} / 100(スコア ${score})`,
    tiers: { must_read: '必読', worth_a_look: '注目', rest: 'その他' },
    because: '理由',
    save: '保存',
    unsave: '保存を解除',
    markRead: '既読にする',
    markUnread: '未読に戻す',
    loadFailed: '記事の一覧を読み込めませんでした。',
    estimated: 'フィードに日付がないため、届いた日時を表示しています。',
  },
  history: {
    show: 'フィードに残る古い記事を表示',
  },
  marks: {
    marked: (n) => (n === null ? '既読にしました。' : `${wholeNumber(n)}件を既読にしました。`),
    finished: (n) => `同じ話題の記事${wholeNumber(n)}件も既読にしました。`,
    undo: '元に戻す',
    undone: '元に戻しました。',
    tooLate: 'もう元に戻せません。',
  },
  article: {
    sources: 'ほかの情報源',
    sameFeed: '同じフィードの別の記事',
    earlier: 'これまでの経緯',
    close: '記事を閉じる',
    choose: '記事を選ぶと、ここで読めます。j と k で前後の記事に移れます。',
    loadFailed: 'この記事を読み込めませんでした。',
    gone: '期限が過ぎたか、フィードの購読をやめた記事です。保存した記事は期限なく残ります。',
    parts: {
      weak: 'やや関連',
      learned: '好みの記事に近い',
      source: 'フィードの量',
      rule: 'ルール',
      freshness: '新しさ',
    },
    weaklyRelated: (keywords) => `やや関連: ${keywords}`,
    listSeparator: '、',
    disliked: '減らしたい記事に近い',
    source: {
      more: 'このフィードは多めに表示',
      normal: '記事の多いフィード',
      less: 'このフィードは少なめに表示',
    },
    rate: (perDay) => `このフィードは1日に${wholeNumber(perDay)}件`,

    why: 'この順位の理由',
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
