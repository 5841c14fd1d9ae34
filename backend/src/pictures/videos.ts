import type { Video } from '../contract/index.ts';
import { videoIn } from '../parser/html/video-address.ts';

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
