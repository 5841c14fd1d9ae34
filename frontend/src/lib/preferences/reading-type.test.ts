import { defaultPreferences } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { readingType, typeOptions } from './reading-type.ts';

describe('the type of an article', () => {
  it('has serifs, but none in Japanese, unless the reader chose', () => {
    const face = (text_face: (typeof typeOptions.face)[number], language: 'ja' | undefined) =>
      readingType({ ...defaultPreferences, text_face }, language).fontFamily;
    expect([face('auto', undefined), face('auto', 'ja')]).toEqual([
      'var(--chakra-fonts-reading)',
      'var(--chakra-fonts-body)',
    ]);
    expect(face('serif', 'ja')).toBe(face('serif', undefined));
    expect(face('sans', 'ja')).toBe(face('sans', undefined));
    expect([face('system', undefined), face('system', 'ja')]).toEqual(
      Array(2).fill('var(--chakra-fonts-system)'),
    );
  });

  it('grows with each step of size, width and spacing', () => {
    const grows = (values: number[]) =>
      values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
    const of = (changes: Partial<typeof defaultPreferences>) =>
      readingType({ ...defaultPreferences, ...changes }, undefined);
    expect(grows(typeOptions.size.map((text_size) => parseFloat(of({ text_size }).fontSize)))).toBe(true);
    expect(grows(typeOptions.width.map((text_width) => parseFloat(of({ text_width }).maxWidth)))).toBe(true);
    expect(grows(typeOptions.spacing.map((text_spacing) => of({ text_spacing }).lineHeight))).toBe(true);
  });
});
