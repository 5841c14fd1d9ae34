import { Parser } from 'htmlparser2';

const allowedAttributes: Record<string, string[]> = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'referrerpolicy'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};
export const allowedTags =
  'p br a ul ol li blockquote pre code strong em img h1 h2 h3 h4 h5 h6 figure figcaption table thead tbody tr th td hr del sub sup'.split(
    ' ',
  );

/** Returns the elements and attributes in sanitised HTML that the allow-list does not permit. */
export const offences = (html: string): string[] => {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!allowedTags.includes(name)) found.push(`<${name}>`);
      for (const attribute of Object.keys(attributes)) {
        if (!(allowedAttributes[name] ?? []).includes(attribute)) found.push(`${name} ${attribute}`);
      }
      if (name === 'a') {
        if (!/^(?:https?|mailto):/.test(attributes['href'] ?? '')) found.push(`href ${attributes['href']}`);
        if (attributes['target'] !== '_blank' || attributes['rel'] !== 'noopener noreferrer')
          found.push('a rel');
      }
      if (name === 'img') {
        if (!/^https?:\/\//.test(attributes['src'] ?? '')) found.push(`src ${attributes['src']}`);
        if (attributes['loading'] !== 'lazy' || attributes['referrerpolicy'] !== 'no-referrer')
          found.push('img load');
      }
    },
    oncomment: () => found.push('comment'),
    onprocessinginstruction: () => found.push('instruction'),
  });
  parser.write(html);
  parser.end();
  return found;
};
