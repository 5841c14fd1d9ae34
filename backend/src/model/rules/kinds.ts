import type { RuleKind } from '../../contract/index.ts';
import { videoIn } from '../../parser/html/video-address.ts';
import type { Article } from '../article/article.ts';

/** The fields of an article by which its kind is told. */
export type KindedArticle = Pick<Article, 'link' | 'enclosures'>;

const forges = /^(?:github\.com|codeberg\.org|(?:gitlab|gitea|forgejo|git)\.[a-z0-9.-]{2,80})$/;
const release = /^\/[^/]{1,100}\/[^/]{1,100}\/(?:-\/)?(?:releases|tags)(?:\/|$)/;

const networks = new Set([
  'bsky.app',
  'reddit.com',
  'old.reddit.com',
  'threads.net',
  'twitter.com',
  'x.com',
  'tumblr.com',
]);
/** The path of a post of Mastodon and the programs that speak with it, which any host may run. */
const post = /^\/(?:@[^/]{1,100}|users\/[^/]{1,100}\/statuses)\/\d{15,20}$/;

const endings = { podcast: /\.(?:mp3|m4a|ogg|opus)$/i, video: /\.(?:mp4|m4v|webm)$/i };

const hasFile = ({ enclosures }: KindedArticle, kind: 'podcast' | 'video'): boolean => {
  const stated = kind === 'podcast' ? 'audio/' : 'video/';
  return enclosures.some(({ url, type }) =>
    type === null
      ? endings[kind].test(URL.parse(url)?.pathname ?? '')
      : type.toLowerCase().startsWith(stated),
  );
};

const isAt = (url: URL, kind: Exclude<RuleKind, 'podcast' | 'site'>): boolean => {
  const host = url.hostname.replace(/^www\./, '');
  switch (kind) {
    case 'video':
      return videoIn(url) !== null;
    case 'releases':
      return forges.test(host) && release.test(url.pathname);
    case 'social':
      return networks.has(host) || post.test(url.pathname);
  }
};

/** Tells whether an article is of a kind, by its address and its files. `isOfPage` says that a page without a feed brought it. */
export const isOfKind = (article: KindedArticle, kind: RuleKind, isOfPage: boolean): boolean => {
  if (kind === 'site') return isOfPage;
  if (kind === 'podcast') return hasFile(article, kind);
  const url = URL.parse(article.link ?? '');
  return (url !== null && isAt(url, kind)) || (kind === 'video' && hasFile(article, kind));
};
