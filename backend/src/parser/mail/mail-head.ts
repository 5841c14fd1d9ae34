const CR = 13;
const LF = 10;

/** Returns the index after the empty line that ends the headers; the length of the mail if there is none. */
const endOfHead = (bytes: Uint8Array): number => {
  for (let index = bytes.indexOf(LF); index !== -1; index = bytes.indexOf(LF, index + 1)) {
    const next = bytes[index + 1] === CR ? index + 2 : index + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return bytes.length;
};

const decoded = (bytes: Uint8Array, charset: string): string | null => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const ascii = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The sequences by which ISO-2022-JP changes to Japanese characters. */
// oxlint-disable-next-line no-control-regex
const japanese = /\x1b\$[@B]/;

const withHead = (head: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([new TextEncoder().encode(head), body]);

/**
 * Returns a mail whose headers a parser reads, which takes them as UTF-8: headers that were sent in another encoding,
 * without saying so, are read in that of the text. A mail in ISO-2022-JP from before MIME gets a header that says so.
 */
export const readableHead = (bytes: Uint8Array): Uint8Array => {
  const end = endOfHead(bytes);
  const head = bytes.subarray(0, end);
  const body = bytes.subarray(end);
  const text = ascii(head);
  const charset = /charset\s{0,5}=\s{0,5}"?([\w-]{1,40})/i.exec(text)?.[1] ?? null;
  const isOld = charset === null && japanese.test(ascii(body.subarray(0, 10_000)));
  const type = isOld ? 'Content-Type: text/plain; charset=iso-2022-jp\r\n' : '';
  if (isOld || japanese.test(text)) {
    const read = decoded(head, 'iso-2022-jp');
    if (read !== null) return withHead(type + read, body);
  }
  if (decoded(head, 'utf-8') !== null) return bytes;
  const read = [charset, 'windows-1252'].flatMap((each) =>
    each === null ? [] : (decoded(head, each) ?? []),
  )[0];
  return read === undefined ? bytes : withHead(read, body);
};
