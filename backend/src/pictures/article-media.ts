import type { Video, Article, Enclosure } from '../contract/index.ts';
import { videoIn } from '../parser/html/video-address.ts';
import { readTags } from '../parser/html/read-tags.ts';
import type { SignImage } from '../model/article/image-keys.ts';

/** Returns the video at an address with its player and its picture; null if there is none. */
export const videoAt = (address: string): Video | null => {
  const url = URL.parse(address);
  const video = url === null ? null : videoIn(url);
  if (video === null) return null;
  const { provider, id } = video;
  if (provider === 'vimeo') {
    const secret = video.secret === '' ? '' : `&h=${video.secret}`;
    // The address of a picture at Vimeo cannot be told from the id.
    const embed_url = `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${secret}`;
    return { url: address, provider, embed_url, still_url: null };
  }
  const start = video.start === 0 ? '' : `&start=${video.start}`;
  return {
    url: address,
    provider,
    embed_url: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start}`,
    still_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  };
};

const MOST_VIDEOS = 20;

type Source = { content?: string | undefined; link: string | null; enclosures?: Enclosure[] | undefined };

const addressesIn = (content: string): { pictures: string[]; links: string[] } => {
  const pictures: string[] = [];
  const links: string[] = [];
  const open = (name: string, { src, href }: Readonly<Record<string, string>>): void => {
    if (name === 'img' && src !== undefined) pictures.push(src);
    if (name === 'a' && href !== undefined) links.push(href);
  };
  if (/<(?:img|a) /.test(content)) readTags(content, { open, close: () => {}, text: () => {} });
  return { pictures, links };
};

/** Returns the addresses of the pictures of sanitised content, each once, in their order. */
export const picturesIn = (content: string): string[] => [...new Set(addressesIn(content).pictures)];

/** Returns the videos at these addresses, each once, at most 20. */
const videosAt = (addresses: readonly string[]): Video[] => {
  const videos = new Map<string, Video>();
  for (const address of addresses) {
    const found = videos.size < MOST_VIDEOS ? videoAt(address) : null;
    if (found !== null && !videos.has(found.embed_url)) videos.set(found.embed_url, found);
  }
  return [...videos.values()];
};

/**
 * Returns what the page needs to show the pictures and videos of an article with sanitised content: the keys of its
 * pictures, and its videos. Stored articles have neither, since keys change every 30 days.
 */
export const mediaOf = (
  { content = '', link, enclosures = [] }: Source,
  signImage: SignImage,
): Pick<Article, 'image_keys' | 'videos'> => {
  const { pictures, links } = addressesIn(content);
  const videos = videosAt([...(link === null ? [] : [link]), ...enclosures.map(({ url }) => url), ...links]);
  const stills = videos.flatMap(({ still_url }) => (still_url === null ? [] : [still_url]));
  const image_keys = Object.fromEntries(
    [...new Set([...pictures, ...stills])].flatMap((url) => {
      const key = signImage(url);
      return key === null ? [] : [[url, key]];
    }),
  );
  return { image_keys, videos };
};
