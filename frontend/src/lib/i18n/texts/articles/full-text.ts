import type { FullTextFailure, TextMode, TextSource } from '@omomi/backend/contract';
import type { Texts } from '../../languages.ts';

const failuresEn: Record<FullTextFailure, string> = {
  paywall: 'The page is for subscribers of the site.',
  consent_page: 'The site asks for consent before it shows the page.',
  forbidden: 'The site refuses to give the page to Omomi.',
  not_found: 'The page is not there.',
  rate_limited: 'The site asked Omomi to come less often.',
  server_error: 'The site has trouble of its own at the moment.',
  http_error: 'The site gave an answer that makes no sense.',
  unreachable: 'The site does not answer.',
  too_large: 'The page is larger than Omomi reads.',
  robots: 'The site’s robots.txt asks programs not to read the page.',
  no_archive: 'The page asks programs not to keep its text.',
  not_a_page: 'The address leads to a file, not to a page.',
  unreadable: 'Reading the page takes more time or memory than it may.',
  no_text: 'No article was found on the page.',
  not_longer: 'The page has no more text than the feed.',
  limit_reached: 'Omomi has asked for 200 pages of this feed today.',
  no_link: 'The article has no page.',
};

const failuresJa: Record<FullTextFailure, string> = {
  paywall: 'このページは会員向けです。',
  consent_page: 'ページを表示する前に、同意を求められました。',
  forbidden: 'サイトがOmomiへのページの提供を拒否しています。',
  not_found: 'ページが見つかりません。',
  rate_limited: 'アクセスの頻度を下げるよう、サイトから求められました。',
  server_error: 'サイト側で問題が起きています。',
  http_error: 'サイトから正しい応答がありませんでした。',
  unreachable: 'サイトが応答しません。',
  too_large: 'ページが大きすぎます。',
  robots: 'サイトのrobots.txtが、プログラムによる読み取りを断っています。',
  no_archive: 'ページが、本文を保存しないよう求めています。',
  not_a_page: 'リンク先はページではなくファイルです。',
  unreadable: 'ページの読み取りに時間かメモリがかかりすぎます。',
  no_text: 'ページに記事が見つかりませんでした。',
  not_longer: 'ページの本文はフィードと同じ長さです。',
  limit_reached: 'このフィードのページは、今日すでに200件取得しました。',
  no_link: 'この記事にはページがありません。',
};

const en = {
  fetch: 'Fetch full text',
  show: 'Show full text',
  coming: 'The full text is on its way.',
  from: (site: string): string => `Full text from ${site}`,
  showFeed: 'Show the feed’s text',
  failed: (why: string): string => `This is the feed’s text. ${why}`,
  retry: 'Try again',
  failures: failuresEn,
  mode: 'Text of the articles',
  modes: {
    auto: 'Automatic',
    feed: 'As the feed gives it',
    full: 'In full, from each article’s page',
  } satisfies Record<TextMode, string>,
  found: {
    full: 'Now in full: the texts of this feed are much shorter than its pages.',
    feed: 'Now as the feed gives it: its texts are whole.',
  } satisfies Record<TextSource, string>,
  notFound: 'Omomi compares the next articles with their pages and then decides.',
  hint: 'Pages are asked for once, for new articles, one at a time and as the site’s robots.txt allows.',
};

const ja: typeof en = {
  fetch: '全文を取得',
  show: '全文を表示',
  coming: '全文を取得しています。',
  from: (site) => `${site} の全文`,
  showFeed: 'フィードの本文に戻す',
  failed: (why) => `フィードの本文を表示しています。${why}`,
  retry: '再試行',
  failures: failuresJa,
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
  hint: 'ページの取得は新しい記事ごとに一度だけ、サイトのrobots.txtに従って一件ずつ行います。',
};

export const fullTextTexts: Texts<typeof en> = { en, ja };
