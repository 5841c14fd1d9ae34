import type { FeedErrorCode } from '@omomi/backend/contract';
import type { Texts } from '../languages.ts';

const feedTrouble: Record<FeedErrorCode, string> = {
  gone: 'This feed has been taken down for good.',
  not_found: 'There is nothing at this address.',
  forbidden: 'The site refuses to let Omomi read this feed.',
  unauthorized: 'The site asks for a password to read this feed.',
  rate_limited: 'The site asked Omomi to come less often.',
  server_error: 'The site has trouble of its own at the moment.',
  http_error: 'The site gave an answer that makes no sense.',
  unresolved: 'The site’s name cannot be found.',
  unreachable: 'The site does not answer.',
  timed_out: 'The site took too long to answer.',
  tls_failed: 'A secure connection to the site is not possible.',
  too_large: 'The feed is larger than Omomi reads.',
  too_many_redirects: 'The site sends visitors in circles.',
  address_refused: 'The address is not on the public web.',
  not_a_feed: 'The address now shows a page instead of a feed.',
  parse_failed: 'The feed is too damaged to be read.',
  too_complex: 'Reading the feed takes more time or memory than it may.',
  not_a_listing:
    'The page no longer has a list of headlines that can be read. Follow another page of the site, or look for its feed.',
  robots_disallowed: 'The site asks programs not to read this page (robots.txt).',
};

/** The kind of a page in which no list of headlines was found, and what the reader can do. */
const noListing = {
  article: {
    what: 'There is no feed here, and this page is a single article.',
    todo: 'Enter the page of the site that lists its articles.',
  },
  sign_in: {
    what: 'There is no feed here, and this page asks for a sign-in.',
    todo: 'Enter a page that is open to everyone.',
  },
  needs_scripts: {
    what: 'There is no feed here, and this page is empty until its scripts run.',
    todo: 'Look for a feed of the site, or for a page that shows its headlines without scripts.',
  },
  no_list: {
    what: 'There is no feed here, and no list of headlines on this page.',
    todo: 'Enter the page of the site that lists its articles.',
  },
  robots_disallowed: {
    what: 'There is no feed here, and the site asks programs not to read this page (robots.txt).',
    todo: 'Look for a feed of the site.',
  },
};

const en = {
  feed: {
    noListing,
    menu: (title: string): string => `Actions for ${title}`,
    rename: 'Rename…',
    move: 'Move to folder…',
    moveUp: 'Move up',
    moveDown: 'Move down',
    folderMenu: (name: string): string => `Actions for folder ${name}`,
    deleteFolder: 'Delete folder…',
    pause: 'Pause',
    unpause: 'Continue',
    fetch: 'Fetch now',
    markRead: 'Mark all read',
    unsubscribe: 'Unsubscribe…',
    showDetails: 'Details…',
    retry: 'Try again now',
    visit: 'Visit site',
    paused: 'Paused',
    stopped: 'Stopped',
    failing: 'Trouble',
    stoppedNote: 'Omomi has stopped asking for it.',
    failingNote: 'Omomi keeps trying by itself.',
    pausedNote: 'You have paused this feed. Nothing new arrives until you continue it.',
    trouble: feedTrouble,
    unknownTrouble: 'The last attempt to read this feed failed.',
    noFolder: 'No folder',
    unsubscribed: (title: string): string => `Unsubscribed from ${title}.`,
    retried: 'On the schedule again.',
  },
};

const ja: typeof en = {
  feed: {
    noListing: {
      article: {
        what: 'フィードがなく、このページは一つの記事です。',
        todo: '記事の一覧があるページのアドレスを入力してください。',
      },
      sign_in: {
        what: 'フィードがなく、このページを見るにはログインが必要です。',
        todo: '誰でも見られるページのアドレスを入力してください。',
      },
      needs_scripts: {
        what: 'フィードがなく、このページはスクリプトなしでは何も表示されません。',
        todo: 'サイトのフィードか、スクリプトなしで見出しの読めるページを探してください。',
      },
      no_list: {
        what: 'フィードがなく、このページに見出しの一覧も見つかりませんでした。',
        todo: '記事の一覧があるページのアドレスを入力してください。',
      },
      robots_disallowed: {
        what: 'フィードがなく、サイトがプログラムによるこのページの閲覧を禁止しています（robots.txt）。',
        todo: 'サイトのフィードを探してください。',
      },
    },
    menu: (title) => `「${title}」の操作`,
    rename: '名前を変更…',
    move: 'フォルダへ移動…',
    moveUp: '上へ移動',
    moveDown: '下へ移動',
    folderMenu: (name) => `フォルダ「${name}」の操作`,
    deleteFolder: 'フォルダを削除…',
    pause: '一時停止',
    unpause: '再開',
    fetch: '今すぐ取得',
    markRead: 'すべて既読にする',
    unsubscribe: '購読をやめる…',
    showDetails: '詳細…',
    retry: '今すぐ再取得',
    visit: 'サイトを開く',
    paused: '一時停止中',
    stopped: '停止中',
    failing: '取得エラー',
    stoppedNote: '自動取得を停止しています。',
    failingNote: '自動で再試行を続けます。',
    pausedNote: 'このフィードは一時停止中です。再開するまで新しい記事は届きません。',
    trouble: {
      gone: 'このフィードは配信を終了しました。',
      not_found: 'このアドレスには何もありません。',
      forbidden: 'サイトがこのフィードの読み取りを拒否しています。',
      unauthorized: 'このフィードを読むにはパスワードが必要です。',
      rate_limited: 'アクセスの間隔を空けるよう、サイトから求められました。',
      server_error: 'サイト側で障害が起きています。',
      http_error: 'サイトから想定外の応答がありました。',
      unresolved: 'サイトのドメイン名が見つかりません。',
      unreachable: 'サイトに接続できません。',
      timed_out: 'サイトの応答に時間がかかりすぎました。',
      tls_failed: 'サイトと安全な接続を確立できません。',
      too_large: 'フィードが大きすぎて読み込めません。',
      too_many_redirects: 'サイトの転送が繰り返され、たどり着けません。',
      address_refused: '公開されていないアドレスです。',
      not_a_feed: 'このアドレスはフィードではなく、通常のページになっています。',
      parse_failed: 'フィードが壊れていて読み取れません。',
      too_complex: 'フィードの読み取りに時間またはメモリがかかりすぎます。',
      not_a_listing:
        'このページから見出しの一覧を読み取れなくなりました。サイトの別のページを購読するか、フィードを探してください。',
      robots_disallowed: 'サイトがプログラムによるこのページの閲覧を禁止しています（robots.txt）。',
    },
    unknownTrouble: '前回の取得に失敗しました。',
    noFolder: 'フォルダなし',
    unsubscribed: (title) => `「${title}」の購読をやめました。`,
    retried: '自動取得を再開しました。',
  },
};

export const feedsTexts: Texts<typeof en> = { en, ja };
