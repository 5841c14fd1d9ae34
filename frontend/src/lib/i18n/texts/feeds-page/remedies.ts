import type { FeedErrorCode } from '@omomi/backend/contract';
import type { Texts } from '../../languages.ts';

/** What a reader can do about a feed that fails, in one sentence. */
const en: Record<FeedErrorCode, string> = {
  gone: 'Look for another address on its site, or unsubscribe.',
  not_found: 'Look for its new address on the site, and change it under Details.',
  forbidden: 'Try again later, or look for another address of the site.',
  unauthorized: 'Follow an address that is open to everyone.',
  rate_limited: 'Nothing to do: Omomi waits.',
  server_error: 'Nothing to do: Omomi tries again by itself.',
  http_error: 'Try again later; if it stays, look for its new address.',
  unresolved: 'Check the address for a misspelling, or look for where the site has moved.',
  unreachable: 'Nothing to do yet; if it stays, see whether the site is still there.',
  timed_out: 'Nothing to do: Omomi tries again by itself.',
  tls_failed: 'See whether the site opens in the browser; its owner has to mend this.',
  too_large: 'Look for a shorter feed of the site.',
  too_many_redirects: 'Open the site and change the address under Details.',
  address_refused: 'Follow an address on the public web.',
  not_a_feed: 'Look for the feed’s new address on that page, and change it under Details.',
  parse_failed: 'Try again later; its owner has to mend this.',
  too_complex: 'Look for a shorter feed of the site.',
  not_a_listing: 'Change the address under Details.',
  robots_disallowed: 'Look for a feed of the site.',
};

const ja: typeof en = {
  gone: 'サイトで別のアドレスを探すか、購読をやめてください。',
  not_found: 'サイトで新しいアドレスを探し、「詳細」で変更してください。',
  forbidden: '時間をおいて試すか、サイトの別のアドレスを探してください。',
  unauthorized: '誰でも見られるアドレスを購読してください。',
  rate_limited: 'そのままで大丈夫です。間隔を空けて取得します。',
  server_error: 'そのままで大丈夫です。自動で再試行します。',
  http_error: '時間をおいて試し、続くようなら新しいアドレスを探してください。',
  unresolved: 'アドレスの誤りか、サイトの移転先を確かめてください。',
  unreachable: 'しばらくお待ちください。続くようなら、サイトがまだあるか確かめてください。',
  timed_out: 'そのままで大丈夫です。自動で再試行します。',
  tls_failed: 'ブラウザでサイトが開くか確かめてください。直せるのはサイトの運営者です。',
  too_large: 'サイトのもっと短いフィードを探してください。',
  too_many_redirects: 'サイトを開き、「詳細」でアドレスを変更してください。',
  address_refused: '公開されているアドレスを購読してください。',
  not_a_feed: 'そのページでフィードの新しいアドレスを探し、「詳細」で変更してください。',
  parse_failed: '時間をおいて試してください。直せるのはサイトの運営者です。',
  too_complex: 'サイトのもっと短いフィードを探してください。',
  not_a_listing: '「詳細」でアドレスを変更してください。',
  robots_disallowed: 'サイトのフィードを探してください。',
};

export const remedyTexts: Texts<typeof en> = { en, ja };
