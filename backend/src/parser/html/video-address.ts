/** A video at YouTube or Vimeo. */
export type VideoAddress =
  | { provider: 'youtube'; id: string; /** Where it begins, in seconds. */ start: number }
  | {
      provider: 'vimeo';
      id: string;
      /** The secret of an unlisted video; empty if it has none. */ secret: string;
    };

const youtubeHosts: readonly string[] = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
  'youtu.be',
];
const vimeoHosts: readonly string[] = ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'];

const youtubeId = /^[\w-]{11}$/;
const youtubePath = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/;
const vimeoPath =
  /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d{5,12})(?:\/([0-9a-f]{6,16}))?\/?$/;
const vimeoSecret = /^[0-9a-f]{6,16}$/;
/** The beginning of a video in an address: `90` or `90s`. */
const seconds = /^(\d{1,6})s?$/;

const youtubeIn = ({ hostname, pathname, searchParams }: URL): VideoAddress | null => {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : pathname === '/watch'
        ? (searchParams.get('v') ?? '')
        : (youtubePath.exec(pathname)?.[1] ?? '');
  if (!youtubeId.test(id)) return null;
  const start = seconds.exec(searchParams.get('t') ?? searchParams.get('start') ?? '')?.[1];
  return { provider: 'youtube', id, start: Number(start ?? 0) };
};

const vimeoIn = ({ pathname, searchParams }: URL): VideoAddress | null => {
  const [, id, inPath] = vimeoPath.exec(pathname) ?? [];
  if (id === undefined) return null;
  const secret = inPath ?? searchParams.get('h') ?? '';
  return { provider: 'vimeo', id, secret: vimeoSecret.test(secret) ? secret : '' };
};

/** Returns the video at an address, of its page or of a player; null if there is none. */
export const videoIn = (url: URL): VideoAddress | null => {
  if (!/^https?:$/.test(url.protocol)) return null;
  if (youtubeHosts.includes(url.hostname)) return youtubeIn(url);
  return vimeoHosts.includes(url.hostname) ? vimeoIn(url) : null;
};

/** Returns the address of the page of a video. */
export const videoPage = (video: VideoAddress): string => {
  if (video.provider === 'vimeo')
    return `https://vimeo.com/${video.id}${video.secret === '' ? '' : `/${video.secret}`}`;
  return `https://www.youtube.com/watch?v=${video.id}${video.start === 0 ? '' : `&t=${video.start}`}`;
};
