import type { Texts } from '../../languages.ts';

type Example = readonly [query: string, meaning: string];

const examplesOf = (examples: readonly Example[]): readonly Example[] => examples;

const en = {
  help: 'What you can write',
  example: 'Example',
  finds: 'Finds articles that',
  examples: examplesOf([
    ['climate polic', 'have these words, or the most of them; the last one may be unfinished'],
    ['"climate change"', 'have these words one after the other'],
    ['rust -game', 'do not have the word after the minus'],
    ['(mars OR moon) probe', 'have one word or the other'],
    ['title:election', 'have the word in the title; or author: for the author'],
    ['feed:"BBC News"', 'are from this feed; or folder: for a folder, tag: for a label of your rules'],
    ['is:unread', 'are unread; or is:read, is:saved'],
    ['after:7d', 'are of the last seven days; or after:2026-11-01, before:2026-11, today, yesterday'],
    ['importance:>60', 'matter to you, from 0 to 100'],
    ['like:"electric cars in cities"', 'are about something like this, even in other words'],
  ]),
  faults: {
    empty: 'Write at least one word to look for.',
    too_long: 'A search has at most 500 characters. Leave some words out.',
    too_many_terms: 'A search has at most 32 words. Leave some out.',
    unclosed_quote: 'This quotation mark is not closed. Write another " where the phrase ends.',
    unclosed_parenthesis: 'This parenthesis is not closed. Write ) where the group ends.',
    unexpected_parenthesis: 'This parenthesis closes nothing. Remove it.',
    empty_parentheses: 'There is nothing between these parentheses. Write a word, or remove them.',
    missing_operand: 'A word is missing here. OR stands between two words, and a minus before one.',
    unknown_field:
      'There is no such field. The fields are title: author: feed: folder: tag: is: after: before: importance: and like:. Put the words in quotation marks to look for them as they are.',
    missing_value: 'Something is missing after this colon, such as title:election.',
    bad_state: 'Write is:unread, is:read or is:saved.',
    bad_date: 'This is not a date. Write 2026-11-01, 2026-11, 2026, 7d, 2w, today or yesterday.',
    bad_importance: 'Write a whole number from 0 to 100, as in importance:>60.',
  },
};

const ja: typeof en = {
  help: '検索の書き方',
  example: '例',
  finds: '見つかる記事',
  examples: [
    ['気候 政策', 'すべての言葉か、できるだけ多くの言葉を含む(英語の最後の語は途中まででも可)'],
    ['"地球温暖化対策"', 'この並びのまま含む'],
    ['Rust -ゲーム', 'マイナスの後の言葉を含まない'],
    ['(火星 OR 月) 探査', 'どちらかの言葉を含む'],
    ['title:選挙', '題名に含む(author: は著者)'],
    ['feed:"NHKニュース"', 'このフィードの記事(folder: はフォルダ、tag: はルールのタグ)'],
    ['is:unread', '未読(is:read は既読、is:saved は保存済み)'],
    ['after:7d', 'この7日間(after:2026-11-01、before:2026-11、today、yesterday も可)'],
    ['importance:>60', '重要度が60を超える(0〜100)'],
    ['like:"都市部の電気自動車"', '言葉が違っても内容が近い'],
  ],
  faults: {
    empty: '検索する言葉を入力してください。',
    too_long: '検索は500文字までです。言葉を減らしてください。',
    too_many_terms: '検索語は32個までです。減らしてください。',
    unclosed_quote: '引用符が閉じていません。語句の終わりにもう一つ " を入力してください。',
    unclosed_parenthesis: '括弧が閉じていません。終わりに ) を入力してください。',
    unexpected_parenthesis: '対応する括弧がありません。取り除いてください。',
    empty_parentheses: '括弧の中が空です。言葉を入れるか、括弧を取り除いてください。',
    missing_operand: 'ここに言葉が必要です。OR は二つの言葉の間に、マイナスは言葉の前に書きます。',
    unknown_field:
      'この項目はありません。使えるのは title: author: feed: folder: tag: is: after: before: importance: like: です。そのままの文字で探すときは引用符で囲んでください。',
    missing_value: 'コロンの後に言葉が必要です(例 title:選挙)。',
    bad_state: 'is:unread、is:read、is:saved のどれかを書いてください。',
    bad_date: '日付ではありません。2026-11-01、2026-11、2026、7d、2w、today、yesterday のように書きます。',
    bad_importance: '0から100までの整数を importance:>60 のように書いてください。',
  },
};

/** The syntax of a query, and its faults. */
export const queryTexts: Texts<typeof en> = { en, ja };
