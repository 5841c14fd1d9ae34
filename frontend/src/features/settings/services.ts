import type { NewDestination } from '@omomi/backend/contract';

/**
 * A service that articles can be sent to. `at` is its whole address, or its path on a server of the reader's own; the browser
 * opens it, or the server sends the article there with a token in the header Authorization after the word `scheme`.
 */
export type Service = { name: string; at: { address: string } | { path: string } } & (
  | { kind: 'open' }
  | { kind: 'post'; scheme: 'Bearer' | 'Token' }
);

/** The services that are offered by name. What they take was read in their documentation. */
export const services: readonly Service[] = [
  {
    name: 'Instapaper',
    kind: 'open',
    at: { address: 'https://www.instapaper.com/hello2?url={url}&title={title}' },
  },
  { name: 'Karakeep', kind: 'post', scheme: 'Bearer', at: { path: '/api/v1/bookmarks' } },
  { name: 'linkding', kind: 'post', scheme: 'Token', at: { path: '/api/bookmarks/' } },
  { name: 'Mastodon', kind: 'open', at: { path: '/share?text={title}%20{url}' } },
  {
    name: 'Pinboard',
    kind: 'open',
    at: { address: 'https://pinboard.in/add?next=same&url={url}&title={title}' },
  },
  {
    name: 'Raindrop.io',
    kind: 'open',
    at: { address: 'https://app.raindrop.io/add?link={url}&title={title}' },
  },
  { name: 'Readeck', kind: 'post', scheme: 'Bearer', at: { path: '/api/bookmarks' } },
  {
    name: 'Readwise Reader',
    kind: 'post',
    scheme: 'Token',
    at: { address: 'https://readwise.io/api/v3/save/' },
  },
  { name: 'wallabag', kind: 'open', at: { path: '/bookmarklet?url={url}' } },
];

/** What can be chosen: a service by its name, mail, or an address of the reader's own, opened or asked by the server. */
export type Chosen = 'mail' | 'open' | 'post' | { service: Service };

/** What the reader typed. A field that the choice does not need is ignored. */
export type Typed = {
  name: string;
  /** An address, or that of the reader's own server. */
  address: string;
  /** A token, or the value of a header. */
  secret: string;
  header: string;
  /** True to send each article that the reader saves. */
  sends_saved: boolean;
};

/** Which fields a choice has. */
export const fieldsOf = (chosen: Chosen) => ({
  name: chosen === 'open' || chosen === 'post',
  address: chosen === 'open' || chosen === 'post',
  server: typeof chosen === 'object' && 'path' in chosen.service.at,
  token: typeof chosen === 'object' && chosen.service.kind === 'post',
  header: chosen === 'post',
  /** True if the server sends articles there, so that it can do that by itself. */
  saved: chosen === 'post' || (typeof chosen === 'object' && chosen.service.kind === 'post'),
});

/** Returns an address on a server from whatever part of an address the reader pasted. */
const onServer = (typed: string, path: string): string => {
  const server = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return `${server.endsWith('/') ? server.slice(0, -1) : server}${path}`;
};

/** Returns the destination of a choice. `mail` is its name in the reader's language. */
export const destinationOf = (chosen: Chosen, typed: Typed, mail: string): NewDestination => {
  const [name, address] = [typed.name.trim(), typed.address.trim()];
  const { sends_saved } = typed;
  const [header, secret] = [typed.header.trim(), typed.secret.trim()];
  if (chosen === 'mail') return { kind: 'open', name: mail, address: 'mailto:?subject={title}&body={url}' };
  if (chosen === 'open') return { kind: 'open', name, address };
  if (chosen === 'post')
    return {
      kind: 'post',
      name,
      address,
      header: header === '' ? null : { name: header, value: secret },
      sends_saved,
    };
  const { service } = chosen;
  const to = 'path' in service.at ? onServer(address, service.at.path) : service.at.address;
  return service.kind === 'open'
    ? { kind: 'open', name: service.name, address: to }
    : {
        kind: 'post',
        name: service.name,
        address: to,
        header: { name: 'Authorization', value: `${service.scheme} ${secret}` },
        sends_saved,
      };
};
