import { defaultPreferences } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { readingType, typeOptions } from './reading-type.ts';

describe('the type of an article', () => {
  it('has serifs, but none in Japanese, unless the reader chose', () => {
    const face = (text_face: (typeof typeOptions.face)[number], isJapanese: boolean) =>
      readingType({ ...defaultPreferences, text_face }, isJapanese).fontFamily;
    expect([face('auto', false), face('auto', true)]).toEqual([
      'var(--chakra-fonts-reading)',
      'var(--chakra-fonts-body)',
    ]);
    expect(face('serif', true)).toBe(face('serif', false));
    expect(face('sans', true)).toBe(face('sans', false));
    expect([face('system', false), face('system', true)]).toEqual(
      Array(2).fill('var(--chakra-fonts-system)'),
    );
  });

  it('grows with each step of size, width and spacing', () => {
    const grows = (values: number[]) =>
      values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
    const of = (changes: Partial<typeof defaultPreferences>) =>
      readingType({ ...defaultPreferences, ...changes }, false);
    expect(grows(typeOptions.size.map((text_size) => parseFloat(of({ text_size }).fontSize)))).toBe(true);
    expect(grows(typeOptions.width.map((text_width) => parseFloat(of({ text_width }).maxWidth)))).toBe(true);
    expect(grows(typeOptions.spacing.map((text_spacing) => of({ text_spacing }).lineHeight))).toBe(true);
  });
});
