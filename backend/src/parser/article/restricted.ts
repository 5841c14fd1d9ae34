/*
 * Signs that a page shows less than its article. The words are those by which sites ask for money or consent, in the
 * languages that many feeds have; what they mean is only judged where the text is short.
 */

/** Characters of text from which a page counts as complete, although it names itself as not free. */
const WHOLE = 5000;
/** Characters of text below which words that ask for a subscription mean that the rest is missing. */
const TEASER = 1500;
/** Characters of a page's text below which it can be nothing but a question for consent. */
const MAX_CONSENT_PAGE = 4000;

const SUBSCRIBE =
  /subscribe (?:now )?to (?:read|continue|keep|unlock|access)|(?:to|and) (?:continue|keep) reading|already (?:a|have a) (?:subscriber|subscription|member|account)|(?:for|to) subscribers? only|(?:only|exclusive(?:ly)?) (?:for|to) (?:our )?(?:paid |paying )?(?:subscribers|members)|(?:subscriber|member|premium)[- ](?:only|exclusive)|(?:register|sign in|log in|sign up) to (?:read|continue|view|access)|become a (?:paid )?(?:subscriber|member) to|unlock (?:this|the full) (?:article|story)|réservé (?:à nos|aux) abonnés|abonnez-vous pour|pour lire la suite|nur für abonnenten|jetzt weiterlesen|mit .{1,20} weiterlesen|artikel freischalten|suscríbete para|solo para suscriptores|exclusivo para (?:suscriptores|assinantes)|assine para|riservato agli abbonati|abbonati per|alleen voor abonnees|会員限定|有料会員|会員登録|続きを読むには|続きは.{0,10}会員|この記事は有料|残り.{0,6}文字|订阅后|付费阅读|구독자 전용/iu;

const CONSENT =
  /before you continue|we (?:and our partners )?(?:use|value|store|care about) (?:cookies|your privacy)|(?:accept|reject|allow|manage) (?:all )?(?:cookies|all|preferences|consent)|cookie (?:consent|policy|settings|preferences|notice)|your (?:privacy|cookie) (?:choices|settings)|legitimate interest|consent (?:to|choices|management)|are you (?:over|at least) \d\d|verify your age|age verification|cookies? (?:akzeptieren|zustimmen)|wir verwenden cookies|zustimmen und weiter|accepter (?:et|les cookies|tout)|nous utilisons des cookies|aceptar (?:todo|y|cookies)|utilizamos cookies|cookieの使用|クッキー|同意(?:する|して)/giu;
const CONSENT_HOST = /^(?:consent|guce|cmp|privacy-mgmt|myprivacy)\./;

export type ShownPage = {
  url: string;
  /** The text of the article, and that of the whole page. */
  article: string;
  page: string;
  is_free: boolean | null;
};

/** Checks whether a page shows only the beginning of its article to readers who do not pay. */
export const isPaywalled = ({ article, page, is_free }: ShownPage): boolean =>
  (is_free === false && article.length < WHOLE) ||
  (is_free !== true && article.length < TEASER && SUBSCRIBE.test(page));

/** Checks whether a page asks for consent instead of showing an article. */
export const isConsentPage = ({ url, article, page }: ShownPage): boolean => {
  if (article.length > TEASER || page.length > MAX_CONSENT_PAGE) return false;
  const signs = new Set((page.match(CONSENT) ?? []).map((sign) => sign.toLowerCase()));
  return signs.size >= 3 || (signs.size >= 1 && CONSENT_HOST.test(URL.parse(url)?.hostname ?? ''));
};
