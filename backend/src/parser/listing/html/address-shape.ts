/** The common parts of the addresses of a group. */
export type Address = { host: string; segments: string[]; query: string[] };

const withoutWww = (host: string): string => host.replace(/^www\./, '');

export const addressOf = (link: string): Address => {
  const url = new URL(link);
  return {
    host: withoutWww(url.host),
    segments: url.pathname.split('/').filter(Boolean).slice(0, 10),
    query: [...new Set(url.searchParams.keys())].slice(0, 5),
  };
};

/** The share of a group's links that must have a shape before the others count as strangers. */
const MOST = 0.85;
const MAX_LENGTH = 80;

/** Returns the value that at least 85 % of these have; null if there is none. */
const common = (values: string[]): string | null => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] >= values.length * MOST ? best[0] : null;
};

/**
 * Returns the shape that most of these links have: a host, the beginning of the path that they share, and the parameter
 * that names the page, as in `example.com/blog/` or `example.com/item?id`. Returns null if they share no host.
 */
export const shapeOf = (links: readonly string[]): string | null => {
  const addresses = links.map(addressOf);
  const host = common(addresses.map((one) => one.host));
  if (host === null) return null;
  const own = addresses.filter((one) => one.host === host);
  const first = common(own.map(({ segments }) => (segments.length > 1 ? (segments[0] ?? '') : '')));
  // A year is no part of the shape, because it ends.
  const prefix = first === null || first === '' || /\d/.test(first) ? '' : `${first}/`;
  const file = common(own.map(({ segments }) => (segments.length === 1 ? (segments[0] ?? '') : '')));
  const key = common(own.map(({ query }) => query[0] ?? ''));
  const shape =
    file !== null && file !== '' && key !== null && key !== ''
      ? `${host}/${file}?${key}`
      : `${host}/${prefix}`;
  return shape.length <= MAX_LENGTH ? shape : `${host}/`;
};

/** Returns a function that checks whether a link has a shape; with null, all have it. */
export const createShapeCheck = (shape: string | null): ((link: string) => boolean) => {
  if (shape === null) return () => true;
  const [path = '', key] = shape.split('?', 2);
  return (link) => {
    const { host, segments, query } = addressOf(link);
    const own = `${host}/${segments.join('/')}`;
    return key === undefined ? `${own}/`.startsWith(path) : own === path && query.includes(key);
  };
};
