import { type PreferenceChoices, preferenceChoices } from '@omomi/backend/contract';
import type { EastAsian } from '../format.ts';

type Type = Pick<PreferenceChoices, 'text_size' | 'text_width' | 'text_face' | 'text_spacing'>;

/** What is on offer, in the order in which it is shown. */
export const typeOptions = {
  size: preferenceChoices.shape.text_size.options,
  width: preferenceChoices.shape.text_width.options,
  face: preferenceChoices.shape.text_face.options,
  spacing: preferenceChoices.shape.text_spacing.options,
};

const factors = { small: 0.9, medium: 1, large: 1.18, largest: 1.4 } as const;
const widths = { narrow: '32rem', medium: '40rem', wide: '54rem' } as const;
const spacings = { tight: -0.2, medium: 0, loose: 0.3 } as const;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

type Face = 'reading' | 'body' | 'system';

/** Returns the theme's name of the face of an article's text. */
const faceOf = ({ text_face: chosen }: Pick<Type, 'text_face'>, language: EastAsian | undefined): Face => {
  if (chosen === 'system') return 'system';
  const hasSerifs = chosen === 'auto' ? language === undefined : chosen === 'serif';
  return hasSerifs ? 'reading' : 'body';
};

/**
 * Loads the serifs in which an article is set while its text is on the way, as far as the letters of its title need them. The
 * rest of the page has none.
 */
export const loadSerifs = (
  type: Pick<Type, 'text_face'>,
  title: string,
  language: EastAsian | undefined,
): void => {
  if (faceOf(type, language) !== 'reading') return;
  const faces = getComputedStyle(document.documentElement).getPropertyValue('--chakra-fonts-reading');
  // Without them, the text is set in a face of the reader's machine.
  document.fonts.load(`1em ${faces}`, title).catch(() => undefined);
};

/**
 * Returns how the text of an article is set. Chinese, Japanese and Korean have larger letters, so that their size is smaller
 * and their lines are further apart; without a choice they have no serifs.
 */
export const readingType = (type: Type, language: EastAsian | undefined) => ({
  maxWidth: widths[type.text_width],
  fontFamily: `var(--chakra-fonts-${faceOf(type, language)})`,
  fontSize: `${rounded((language === undefined ? 1.125 : 1) * factors[type.text_size])}rem`,
  lineHeight: rounded((language === undefined ? 1.7 : 1.95) + spacings[type.text_spacing]),
});

/** The width of what stands beside the text of an article, in the order of the text. */
export const readingWidth = ({ text_width }: Pick<Type, 'text_width'>): string => widths[text_width];
