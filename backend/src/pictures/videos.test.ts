import { describe, expect, it } from 'vitest';
import { mediaOf, videoAt } from './article-media.ts';

const youtube = (more = '') => `https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0${more}`;
const vimeo = (more = '') => `https://player.vimeo.com/video/76979871?autoplay=1&dnt=1${more}`;

describe('a video at an address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube()],
    ['http://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=90s', youtube('&start=90')],
    ['https://youtu.be/dQw4w9WgXcQ?t=5', youtube('&start=5')],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube()],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube()],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', youtube()],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7', youtube('&start=7')],
    ['https://vimeo.com/76979871', vimeo()],
    ['https://vimeo.com/channels/staffpicks/76979871', vimeo()],
    ['https://vimeo.com/76979871/8272103f6e', vimeo('&h=8272103f6e')],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', vimeo('&h=8272103f6e')],
  ])('%s has a player', (address, embed_url) => {
    expect(videoAt(address)).toMatchObject({ url: address, embed_url });
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/embed/dQw4w9WgXcQ"onload=alert(1)',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://vimeo.com/76979871/edit',
    'not an address',
  ])('%s is none', (address) => {
    expect(videoAt(address)).toBeNull();
  });
});

describe('the media of an article', () => {
  const signImage = (url: string) => (url.startsWith('http') ? `key of ${url}` : null);

  it('are the keys of its pictures as they stand in the text, and its videos, each once', () => {
    const content =
      '<p><img src="http://a.example/1.png?x=1&amp;y=2" alt=""><a href="https://youtu.be/dQw4w9WgXcQ">x</a></p>';
    const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const { image_keys, videos } = mediaOf({ content, link, enclosures: [] }, signImage);
    expect(videos).toMatchObject([{ url: link, provider: 'youtube' }]);
    const still = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg';
    const picture = 'http://a.example/1.png?x=1&y=2';
    expect(image_keys).toEqual({ [picture]: `key of ${picture}`, [still]: `key of ${still}` });
  });

  it('are none without pictures and links, and at most 20 videos', () => {
    expect(mediaOf({ content: '<p>img</p>', link: null }, signImage)).toEqual({ image_keys: {}, videos: [] });
    const many = Array.from({ length: 40 }, (_, n) => `<a href="https://vimeo.com/${100_000 + n}">v</a>`);
    expect(mediaOf({ content: many.join(''), link: null }, signImage).videos).toHaveLength(20);
  });
});
