import { type PreferenceChoices, preferenceChoices } from '@omomi/backend/contract';

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
const faceOf = ({ text_face: chosen }: Pick<Type, 'text_face'>, isJapanese: boolean): Face => {
  if (chosen === 'system') return 'system';
  const hasSerifs = chosen === 'auto' ? !isJapanese : chosen === 'serif';
  return hasSerifs ? 'reading' : 'body';
};

/**
 * Loads the serifs in which an article is set while its text is on the way, as far as the letters of its title need them. The
 * rest of the page has none.
 */
export const loadSerifs = (type: Pick<Type, 'text_face'>, title: string, isJapanese: boolean): void => {
  if (faceOf(type, isJapanese) !== 'reading') return;
  const faces = getComputedStyle(document.documentElement).getPropertyValue('--chakra-fonts-reading');
  // Without them, the text is set in a face of the reader's machine.
  document.fonts.load(`1em ${faces}`, title).catch(() => undefined);
};

/**
 * Returns how the text of an article is set. Japanese has larger letters, so that its size is smaller and its lines are
 * further apart; without a choice it has no serifs.
 */
export const readingType = (type: Type, isJapanese: boolean) => {
  return {
    maxWidth: widths[type.text_width],
    fontFamily: `var(--chakra-fonts-${faceOf(type, isJapanese)})`,
    fontSize: `${rounded((isJapanese ? 1 : 1.125) * factors[type.text_size])}rem`,
    lineHeight: rounded((isJapanese ? 1.95 : 1.7) + spacings[type.text_spacing]),
  };
};

/** The width of what stands beside the text of an article, in the order of the text. */
export const readingWidth = ({ text_width }: Pick<Type, 'text_width'>): string => widths[text_width];
