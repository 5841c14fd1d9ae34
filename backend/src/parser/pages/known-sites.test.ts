import { describe, expect, it } from 'vitest';
import { knownSiteFeeds, profileFeeds } from './known-sites.ts';

const channel = 'UCabcdefghijklmnopqrstuv';
const videos = 'https://www.youtube.com/feeds/videos.xml';

describe('knownSiteFeeds', () => {
  it.each([
    [`https://www.youtube.com/channel/${channel}`, `${videos}?channel_id=${channel}`],
    [`https://m.youtube.com/channel/${channel}/videos`, `${videos}?channel_id=${channel}`],
    ['https://www.youtube.com/playlist?list=PL0123456789', `${videos}?playlist_id=PL0123456789`],
    ['https://youtube.com/watch?v=a&list=PL0123456789', `${videos}?playlist_id=PL0123456789`],
    ['https://www.youtube.com/user/someone', `${videos}?user=someone`],
    ['https://github.com/nodejs/node', 'https://github.com/nodejs/node/releases.atom'],
    ['https://github.com/nodejs/node/', 'https://github.com/nodejs/node/releases.atom'],
    ['https://github.com/nodejs/node.git', 'https://github.com/nodejs/node/releases.atom'],
    ['https://github.com/nodejs/node.js?tab=readme', 'https://github.com/nodejs/node.js/releases.atom'],
    ['https://github.com/nodejs/node/releases/tag/v24', 'https://github.com/nodejs/node/releases.atom'],
    ['https://github.com/nodejs/node/tree/main/lib', 'https://github.com/nodejs/node/releases.atom'],
    ['https://github.com/nodejs/node/tags', 'https://github.com/nodejs/node/tags.atom'],
    ['https://github.com/nodejs/node/commits/main', 'https://github.com/nodejs/node/commits/main.atom'],
    ['https://www.reddit.com/r/rss', 'https://www.reddit.com/r/rss/.rss'],
    ['https://old.reddit.com/r/rss/top/', 'https://www.reddit.com/r/rss/.rss'],
    ['https://www.reddit.com/user/some-one', 'https://www.reddit.com/user/some-one/.rss'],
    ['https://bsky.app/profile/some.one', 'https://bsky.app/profile/some.one/rss'],
    ['https://bsky.app/profile/did:plc:abc/post/3k', 'https://bsky.app/profile/did:plc:abc/rss'],
    ['https://medium.com/@someone', 'https://medium.com/feed/@someone'],
  ])('of %s is %s', (page, feed) => {
    expect(knownSiteFeeds(page)).toEqual([feed]);
  });

  it.each([
    'https://www.youtube.com/@handle',
    `${videos}?channel_id=${channel}`,
    'https://github.com/',
    'https://github.com/nodejs',
    'https://github.com/topics/rss',
    'https://github.com/nodejs/node/releases.atom',
    'https://github.com.evil.example/nodejs/node',
    'https://notreddit.com/r/rss',
    'https://www.reddit.com/r/rss/.rss',
    'https://bsky.app/profile/some.one/rss',
    'https://bsky.app.evil.example/profile/some.one',
    'https://example.com/channel/x',
    'not a url',
  ])('of %s is unknown', (page) => {
    expect(knownSiteFeeds(page)).toEqual([]);
  });
});

describe('profileFeeds', () => {
  it.each([
    ['https://mastodon.example/@someone', ['https://mastodon.example/@someone.rss']],
    ['https://mastodon.example/web/@someone', ['https://mastodon.example/@someone.rss']],
    ['https://mastodon.example/users/someone', ['https://mastodon.example/@someone.rss']],
    ['https://mastodon.example/@some.one', ['https://mastodon.example/@some.one.rss']],
    ['https://mastodon.example/@someone@other.example', ['https://other.example/@someone.rss']],
    ['https://mastodon.example/@someone/123', []],
    ['https://mastodon.example/about', []],
  ])('of %s is %j', (page, feeds) => {
    expect(profileFeeds(page)).toEqual(feeds);
  });
});
