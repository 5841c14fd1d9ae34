/** At most `length` UTF-16 units, an ellipsis at the end where something was left out. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
