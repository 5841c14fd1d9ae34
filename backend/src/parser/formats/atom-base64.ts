import { isUtf8 } from 'node:buffer';
import { escapeHtml } from '../fields/text.ts';

const MARK = 'base64';
/**
 * Largest distance from the word to the start and end of its tag, in UTF-16 units; tags with Atom 0.3 `mode` attributes
 * are short.
 */
const REACH = 500;

const decodeBase64 = (body: string): string | null => {
  const compact = body.replace(/\s+/g, '');
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    return null;
  }
  const bytes = Buffer.from(compact, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
};

/** Decodes Atom 0.3 texts with `mode="base64"`, because the parser passes them on undecoded. */
export const decodeBase64Texts = (text: string): string => {
  let at = text.indexOf(MARK);
  if (at === -1) {
    return text;
  }
  const pieces: string[] = [];
  let copied = 0;
  while (at !== -1) {
    const before = text.slice(Math.max(copied, at - REACH), at);
    const after = text.slice(at, at + REACH);
    const close = after.indexOf('>');
    const isMode = /^<[\w.-][^<>]*\smode\s{0,9}=\s{0,9}["']$/.test(before.slice(before.lastIndexOf('<')));
    const bodyFrom = at + close + 1;
    if (isMode && close > 0 && !after.slice(0, close).includes('<') && after[close - 1] !== '/') {
      const bodyTo = text.indexOf('<', bodyFrom);
      const decoded = bodyTo === -1 ? null : decodeBase64(text.slice(bodyFrom, bodyTo));
      if (decoded !== null) {
        pieces.push(
          text.slice(copied, at),
          'escaped',
          text.slice(at + MARK.length, bodyFrom),
          escapeHtml(decoded),
        );
        copied = bodyTo;
      }
    }
    at = text.indexOf(MARK, Math.max(copied, at + MARK.length));
  }
  return pieces.join('') + text.slice(copied);
};
