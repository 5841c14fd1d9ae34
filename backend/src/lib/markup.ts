/** Control characters except tab and line breaks, and code points that are no characters: XML 1.0 has no form for most. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

export const plain = (text: string): string => text.toWellFormed().replace(unwritable, '');

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for XML and HTML, as content and as the value of an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => references[sign] ?? '');
