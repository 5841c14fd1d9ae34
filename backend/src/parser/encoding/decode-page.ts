import { decodeDocument } from './decode.ts';

/** Decodes a web page. Its encoding comes from the Content-Type header, a `<meta>` of its head, or the bytes. */
export const decodePage = (bytes: Uint8Array, contentType: string | null): string => {
  const type = contentType ?? '';
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const charset = /charset/i.test(type)
    ? undefined
    : /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decodeDocument(bytes, charset === undefined ? type : `${type}; charset=${charset}`).text;
};
