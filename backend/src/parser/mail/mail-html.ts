import { escapeHtml } from '../fields/text.ts';
import { readTags, type Attributes } from '../html/read-tags.ts';

/** The attributes that the sanitiser may keep. */
const kept = ['href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan'];

/** The elements that have no end tag. */
const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The parts of a table. */
const isTablePart = /^(?:table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col)$/;

/** Styles that hide an element, such as the text that mail programs show beside the subject. */
const hides =
  /display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0(?:px)?\s*(?:;|!|$)|opacity\s*:\s*0\s*(?:;|!|$)/i;

const isTiny = (length: string | undefined): boolean => /^\s*[01](?:px)?\s*$/i.test(length ?? '');

/** The addresses of pictures by which the senders of many newsletters learn that a mail was opened. */
const openBeacon =
  /\/(?:wf\/open|track\/open|trk\/open|v1\/o|e\/o|tr\/op|o\.gif|open\.(?:aspx|gif|php|png)|on\.jsp|__ptq\.gif)(?:[/?]|$)|^https?:\/\/(?:eotrx\.substackcdn\.com|open\.pstmrk\.it|open\.convertkit-mail\d?\.com|[^/]*\.awstrack\.me\/I0)\//i;

/** Returns whether a picture only reports that the mail was opened, or only keeps room. */
const isBeacon = ({ src = '', width, height }: Attributes): boolean =>
  isTiny(width) || isTiny(height) || openBeacon.test(src);

/** Returns for each table, in the order of the document, whether it has data: it has header cells. Others only place things. */
const tablesWithData = (html: string): boolean[] => {
  const tables: boolean[] = [];
  const open: number[] = [];
  readTags(html, {
    open: (name) => {
      if (name === 'table') open.push(tables.push(false) - 1);
      const own = open.at(-1);
      if (name === 'th' && own !== undefined) tables[own] = true;
    },
    close: (name) => {
      if (name === 'table') open.pop();
    },
    text: () => {},
  });
  return tables;
};

const attributesOf = (attributes: Attributes): string =>
  kept
    .flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`];
    })
    .join('');

/**
 * Returns the HTML of a mail as that of an article, not yet sanitised: without what a mail program hides and without
 * pictures that report the opening. Tables that only place things become blocks. A picture that is sent with the mail
 * leaves its description. The time is linear.
 */
export const mailHtml = (html: string): string => {
  const hasData = tablesWithData(html);
  const out: string[] = [];
  /** The elements that are open, by the name that each has in the result; null for one that leaves only its content. */
  const open: (string | null)[] = [];
  /** For each open table whether it has data. */
  const tables: boolean[] = [];
  let table = 0;
  /** Number of open elements from the outermost hidden one on. */
  let hidden = 0;

  const nameOf = (name: string): string | null => {
    if (name === 'table') tables.push(hasData[table++] ?? false);
    if (!isTablePart.test(name) || tables.at(-1) === true) return name;
    return name === 'table' || name === 'tr' || name === 'td' || name === 'th' ? 'div' : null;
  };

  readTags(html, {
    open: (name, attributes) => {
      if (hidden > 0 || hides.test(attributes['style'] ?? '')) {
        // The place in the list of tables goes on.
        if (name === 'table') table += 1;
        hidden += 1;
        return;
      }
      if (name === 'img' && (isBeacon(attributes) || /^\s*cid:/i.test(attributes['src'] ?? ''))) {
        open.push(null);
        if (!isBeacon(attributes)) out.push(`<em>${escapeHtml(attributes['alt'] ?? '')}</em>`);
        return;
      }
      const shown = nameOf(name);
      open.push(shown);
      if (shown !== null) out.push(`<${shown}${attributesOf(attributes)}>`);
    },
    close: (name) => {
      if (hidden > 0) {
        hidden -= 1;
        return;
      }
      if (name === 'table') tables.pop();
      const shown = open.pop() ?? null;
      if (shown !== null && !isVoid.test(shown)) out.push(`</${shown}>`);
    },
    text: (text) => {
      if (hidden === 0) out.push(escapeHtml(text));
    },
  });
  return out.join('');
};

/** An address in a text, without the punctuation after it. */
const addresses = /https?:\/\/[^\s<>"]{1,2000}/g;

const linked = (line: string): string => {
  let html = '';
  let from = 0;
  for (const { 0: found, index } of line.matchAll(addresses)) {
    const address = found.replace(/[.,;:!?)\]'*_]{1,10}$/, '');
    html += `${escapeHtml(line.slice(from, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    from = index + address.length;
  }
  return html + escapeHtml(line.slice(from));
};

/** Returns a plain text as HTML: a paragraph for each block of lines, and links where there are addresses. */
export const textHtml = (text: string): string =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => `<p>${block.split('\n').map(linked).join('<br>')}</p>`)
    .join('\n');
