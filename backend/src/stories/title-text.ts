/** The separator between a headline and the name of its source, as aggregators write them: "Headline - The Paper". */
const SEPARATOR = /\s[-–—|]\s|｜/u;
/** A source in brackets, as news agencies are named: "Headline (Reuters)". */
const IN_BRACKETS = /[(（]([^()（）【】\d]{2,30})[)）]$/u;
/** The label of a series or a part of one, as Japanese titles end with it: "Headline【Review】", "Headline（後編）". */
const LABEL = /(?:【[^【】]{1,30}】|[(（][^()（）【】]{0,10}編[)）])$/u;
/** The longest name of a source in characters. */
const LONGEST_SOURCE = 40;

export type TitleParts = { headline: string; source: string };

/**
 * Splits a title into its headline and the name of its source, which is empty if there is none. A label of a series is part
 * of neither. The text after the last separator is a source only if it is short, has no digits, and the headline is more than twice as
 * long.
 */
export const splitTitle = (whole: string): TitleParts => {
  const title = whole.trimEnd().replace(LABEL, '').trimEnd() || whole;
  const bracketed = IN_BRACKETS.exec(title);
  if (bracketed !== null)
    return { headline: title.slice(0, bracketed.index).trimEnd(), source: bracketed[1] ?? '' };
  const parts = title.split(SEPARATOR).map((part) => part.trim());
  const source = parts.at(-1) ?? '';
  const headline = parts.slice(0, -1).join(' - ');
  const isSource =
    source.length <= LONGEST_SOURCE && !/\d/u.test(source) && headline.length > 2 * source.length;
  return isSource ? { headline, source } : { headline: title, source: '' };
};
