import { z } from 'zod';
import { timestamp, visibleText } from './common.ts';

/** The most places that a reader sends articles to: each has a digit as its key. */
export const DESTINATIONS_PER_READER = 9;

export const destinationId = z
  .string()
  .regex(/^[0-9a-z]{8,40}$/, 'a destination_id has 8 to 40 digits and lower-case letters');

/** Returns an address template with the values in the places of `{url}` and `{title}`, written as a part of an address. */
export const filledAddress = (template: string, values: { url: string; title: string }): string =>
  template.replaceAll(/\{(url|title)\}/g, (_, name: 'url' | 'title') => encodeURIComponent(values[name]));

const anyArticle = { url: 'https://site.example/article', title: 'A title' };

const isTemplate = (template: string): boolean =>
  template.includes('{url}') &&
  /^(?:https?|mailto):$/.test(URL.parse(filledAddress(template, anyArticle))?.protocol ?? '');

const isWebAddress = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

const template = z
  .string()
  .trim()
  .max(500)
  .refine(
    isTemplate,
    'must be an address of http, https or mailto with {url} where the article’s address goes',
  );

const receiver = z
  .string()
  .trim()
  .max(500)
  .refine(isWebAddress, 'must be an address of http or https without a password');

/** A header that a receiver knows the reader by, such as `Authorization`. */
const header = z.strictObject({
  name: z
    .string()
    .trim()
    .max(64)
    .regex(
      /^(?!(?:host|connection|content-.*|transfer-encoding|cookie|user-agent|accept-encoding)$)[a-z][a-z0-9-]*$/i,
      'must be the name of a header that a receiver may ask for',
    ),
  value: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be plain letters, digits and signs'),
});

/**
 * A place that an article is sent to when the reader asks for it, or when it is saved. `open`: the browser opens `address` with the article in it.
 * `post`: the server sends the article there as JSON, with `header` if there is one.
 */
export const newDestination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), name: visibleText(40), address: template }),
  z.strictObject({
    kind: z.literal('post'),
    name: visibleText(40),
    address: receiver,
    header: header.nullable().default(null),
    /** True to send each article that the reader saves. */
    sends_saved: z.boolean().default(false),
  }),
]);

/** A destination as it is listed: without the value of its header, which nobody gets to see again. */
export const destination = z.object({
  destination_id: destinationId,
  kind: z.enum(['open', 'post']),
  name: z.string(),
  address: z.string(),
  header_name: z.string().nullable(),
  sends_saved: z.boolean(),
  /**
   * How the last sending of a saved article ended: when, and with which status, which is null if no answer came. It is null before the
   * first sending.
   */
  last_sent: z.object({ at: timestamp, status: z.int().nullable() }).nullable(),
  created_at: timestamp,
});

export const sendTo = z.strictObject({ destination_id: destinationId });

/** The status that the receiver answered, 200 to 299. */
export const sentArticle = z.object({ status: z.int().min(200).max(299) });

export type NewDestination = z.infer<typeof newDestination>;
export type Destination = z.infer<typeof destination>;
