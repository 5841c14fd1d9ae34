import { describe, expect, it } from 'vitest';
import { parseFeed } from '../parse-feed.ts';
import { embeddedFeeds, partsOfChannel } from './youtube.ts';

const channel = 'UCabcdefghijklmnopqrstuv';
const other = 'UCzzzzzzzzzzzzzzzzzzzzzz';
const videos = 'https://www.youtube.com/feeds/videos.xml';
const ofChannel = `${videos}?channel_id=${channel}`;

describe('embeddedFeeds', () => {
  it.each([
    `<link rel="canonical" href="https://www.youtube.com/channel/${channel}">{"externalId":"${other}"}`,
    `{"channelId":"${other}","externalId":"${channel}"}`,
    `{"channelId": "${channel}"}`,
  ])('finds the channel of a page, and not another that it shows: %s', (html) => {
    for (const page of ['https://www.youtube.com/@handle', 'https://m.youtube.com/c/name'])
      expect(embeddedFeeds(page, html)).toEqual([ofChannel]);
    expect(embeddedFeeds('https://notyoutube.com/@handle', html)).toEqual([]);
    expect(embeddedFeeds('https://www.youtube.com/@handle', '')).toEqual([]);
  });
});

describe('partsOfChannel', () => {
  const playlist = (letters: string): string => `${videos}?playlist_id=${letters}abcdefghijklmnopqrstuv`;

  it('are its videos without Shorts and live streams, and the tab of the reader', () => {
    const long = { url: playlist('UULF'), part: 'videos' };
    expect(partsOfChannel(ofChannel, 'https://www.youtube.com/@handle')).toEqual([long]);
    expect(partsOfChannel(ofChannel, `https://www.youtube.com/channel/${channel}/videos`)).toEqual([long]);
    expect(partsOfChannel(ofChannel, 'https://www.youtube.com/@handle/shorts')).toEqual([
      long,
      { url: playlist('UUSH'), part: 'shorts' },
    ]);
    expect(partsOfChannel(ofChannel, 'https://www.youtube.com/@handle/streams')).toEqual([
      long,
      { url: playlist('UULV'), part: 'live' },
    ]);
  });

  it.each([
    `${videos}?playlist_id=PL0123456789`,
    `${videos}?user=someone`,
    `https://notyoutube.com/feeds/videos.xml?channel_id=${channel}`,
    `${ofChannel}x`,
    'not a url',
  ])('are unknown of %s', (feed) => {
    expect(partsOfChannel(feed, 'https://www.youtube.com/@handle/shorts')).toEqual([]);
  });
});

describe('the feed of a part of a channel', () => {
  const feed = (id: string): Uint8Array =>
    new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
<id>yt:playlist:${id}</id><yt:playlistId>${id}</yt:playlistId><title>Videos</title><author><name>The Channel</name></author>
<entry><id>yt:video:a</id><title>One</title><link rel="alternate" href="https://www.youtube.com/watch?v=a"/></entry></feed>`);

  it('has the name of the channel, and any other playlist its own', async () => {
    expect((await parseFeed(feed('UULFabcdefghijklmnopqrstuv'), null)).title).toBe('The Channel');
    expect((await parseFeed(feed('PLabcdefghijklmnopqrstuv'), null)).title).toBe('Videos');
  });
});
