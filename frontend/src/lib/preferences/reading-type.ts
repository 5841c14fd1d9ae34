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

/**
 * Returns how the text of an article is set. Japanese has larger letters, so that its size is smaller and its lines are
 * further apart; without a choice it has no serifs.
 */
export const readingType = (type: Type, isJapanese: boolean) => {
  const serif = type.text_face === 'auto' ? !isJapanese : type.text_face === 'serif';
  return {
    maxWidth: widths[type.text_width],
    fontFamily: `var(--chakra-fonts-${serif ? 'reading' : 'body'})`,
    fontSize: `${rounded((isJapanese ? 1 : 1.125) * factors[type.text_size])}rem`,
    lineHeight: rounded((isJapanese ? 1.95 : 1.7) + spacings[type.text_spacing]),
  };
};

/** The width of what stands beside the text of an article, in the order of the text. */
export const readingWidth = ({ text_width }: Pick<Type, 'text_width'>): string => widths[text_width];
