/** Shortens a text to at most `length` UTF-16 units, with an ellipsis at the end if something was cut. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
