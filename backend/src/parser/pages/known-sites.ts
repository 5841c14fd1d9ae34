/** A site whose feeds have addresses that can be derived from its pages' addresses. */
type KnownSite = {
  name: string;
  /**
   * Matches the site's host names; null if any host may run the software, so that the page itself is requested first.
   */
  host: RegExp | null;
  /** Matches the path and query of a page. */
  page: RegExp;
  /** Matches the site's own pages, whose addresses look like those of users. */
  except?: RegExp;
  /** Returns the feed's address from the groups of the match. */
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
    name: 'Bluesky profile',
    host: /^bsky\.app$/,
    page: /^\/profile\/([^/?]+)(?:[/?]|$)/,
    except: /\/rss(?:\?|$)/,
    feed: ([, name]) => `https://bsky.app/profile/${name}/rss`,
  },
  {
    name: 'Medium profile or publication',
    host: /^medium\.com$/,
    page: /^\/(@[\w.-]+|[\w-]+)\/?$/,
    feed: ([, name]) => `https://medium.com/feed/${name}`,
  },
  {
    name: 'Mastodon profile of another server',
    host: null,
    page: /^\/(?:web\/)?@([\w.-]+)@([\w.-]+\.[\w-]+)\/?$/,
    feed: ([, name, server]) => `https://${server}/@${name}.rss`,
  },
  {
    name: 'Mastodon profile',
    host: null,
    page: /^\/(?:web\/)?(?:@|users\/)([\w.-]+)\/?$/,
    feed: ([, name], url) => `${url.origin}/@${name}.rss`,
  },
];

// The address of a feed is requested unchanged.
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

/** Returns the feed of a page on YouTube, GitHub, Reddit, Bluesky or Medium, derived from its address alone; at most one. */
export const knownSiteFeeds = (address: string): string[] => matching(address, true);

/**
 * Returns the feed address that a profile page has if its host runs Mastodon. It is a guess, for pages that name no
 * feed.
 */
export const profileFeeds = (address: string): string[] => matching(address, false);
