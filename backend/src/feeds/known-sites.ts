/** A site whose feeds have a known address. */
type KnownSite = {
  name: string;
  /** Whether this is the site; null where any host may run it, so that its page is asked first. */
  host: RegExp | null;
  /** Against path and query. */
  page: RegExp;
  /** Pages of the site's own that look the same. */
  except?: RegExp;
  /** The feed's address from the match's groups. */
  feed: (match: RegExpExecArray, url: URL) => string;
};

const githubOwn =
  /^\/(?:about|apps|collections|contact|customer-stories|enterprise|events|explore|features|issues|join|login|marketplace|new|notifications|orgs|pricing|pulls|search|security|settings|signup|sponsors|stars|topics|trending|users)\//;

const sites: readonly KnownSite[] = [
  {
    name: 'YouTube channel',
    host: /^(?:www\.|m\.)?youtube\.com$/,
    page: /^\/channel\/(UC[\w-]{22})(?:[/?]|$)/,
    feed: ([, id]) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`,
  },
  {
    name: 'YouTube playlist',
    host: /^(?:www\.|m\.)?youtube\.com$/,
    page: /^\/(?:playlist|watch)\?(?:.*&)?list=([\w-]{10,})/,
    feed: ([, id]) => `https://www.youtube.com/feeds/videos.xml?playlist_id=${id}`,
  },
  {
    name: 'YouTube user',
    host: /^(?:www\.|m\.)?youtube\.com$/,
    page: /^\/user\/([\w.-]+)/,
    feed: ([, name]) => `https://www.youtube.com/feeds/videos.xml?user=${name}`,
  },
  {
    name: 'GitHub tags',
    host: /^(?:www\.)?github\.com$/,
    page: /^\/([\w.-]+)\/([\w.-]+?)\/tags\/?$/,
    except: githubOwn,
    feed: ([, owner, repository]) => `https://github.com/${owner}/${repository}/tags.atom`,
  },
  {
    name: 'GitHub commits',
    host: /^(?:www\.)?github\.com$/,
    page: /^\/([\w.-]+)\/([\w.-]+?)\/commits(?:\/([^?]+?))?\/?(?:\?|$)/,
    except: githubOwn,
    feed: ([, owner, repository, branch]) =>
      `https://github.com/${owner}/${repository}/commits${branch === undefined ? '' : `/${branch}`}.atom`,
  },
  {
    name: 'GitHub releases',
    host: /^(?:www\.)?github\.com$/,
    page: /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/(?:releases|tree|blob|issues|wiki)(?:\/[^?]*)?)?\/?(?:\?.*)?$/,
    except: githubOwn,
    feed: ([, owner, repository]) => `https://github.com/${owner}/${repository}/releases.atom`,
  },
  {
    name: 'subreddit',
    host: /^(?:www\.|old\.|new\.)?reddit\.com$/,
    page: /^\/r\/(\w+)(?:[/?]|$)/,
    feed: ([, name]) => `https://www.reddit.com/r/${name}/.rss`,
  },
  {
    name: 'Reddit user',
    host: /^(?:www\.|old\.|new\.)?reddit\.com$/,
    page: /^\/u(?:ser)?\/([\w-]+)(?:[/?]|$)/,
    feed: ([, name]) => `https://www.reddit.com/user/${name}/.rss`,
  },
  {
    name: 'Medium profile or publication',
    host: /^medium\.com$/,
    page: /^\/(@[\w.-]+|[\w-]+)\/?$/,
    feed: ([, name]) => `https://medium.com/feed/${name}`,
  },
  {
    name: 'Mastodon profile',
    host: null,
    page: /^\/(?:web\/)?(?:@|users\/)(\w+)\/?$/,
    feed: ([, name], url) => `${url.origin}/@${name}.rss`,
  },
];

// A feed's own address is asked as it is.
const isFeedAddress = (url: URL): boolean => /\.(?:rss|atom|xml|json)$|\/feeds?\//.test(url.pathname);

const matching = (address: string, isOwnHost: boolean): string[] => {
  const url = URL.parse(address);
  if (url === null || isFeedAddress(url)) return [];
  return sites
    .filter(({ host }) => (host === null ? !isOwnHost : isOwnHost && host.test(url.hostname)))
    .flatMap(({ page, except, feed }) => {
      const path = `${url.pathname}${url.search}`;
      const match = page.exec(path);
      return match === null || except?.test(path) === true ? [] : [feed(match, url)];
    })
    .slice(0, 1);
};

/** The feed of a page on YouTube, GitHub, Reddit or Medium, known from its address alone; at most one. */
export const knownSiteFeeds = (address: string): string[] => matching(address, true);

/** Where a profile page's feed would be if its host ran Mastodon; a guess to make when the page names no feed. */
export const profileFeeds = (address: string): string[] => matching(address, false);

/** Feeds that a page of a known site leads to although it names none in its head: a YouTube channel by its id. */
export const embeddedFeeds = (address: string, html: string): string[] => {
  const channel = /(?:^|\.)youtube\.com$/.test(URL.parse(address)?.hostname ?? '')
    ? /"(?:externalId|channelId)":\s*"(UC[\w-]{22})"/.exec(html)?.[1]
    : undefined;
  return channel === undefined ? [] : [`https://www.youtube.com/feeds/videos.xml?channel_id=${channel}`];
};
