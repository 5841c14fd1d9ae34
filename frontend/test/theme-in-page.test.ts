import { join } from 'node:path';
import { defaultBaseConfig } from '@chakra-ui/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../backend/test/harness/property-runs.ts';
import { createTheme as createWhole } from '../src/app/theme/theme.ts';
import { themeForPage } from '../build/theme-plugin.ts';
import { loadBuilt } from './built-module.ts';

const whole = createWhole();
const entry = join(import.meta.dirname, '../src/app/theme/theme.ts');
const inPage = (await loadBuilt<{ createTheme: typeof createWhole }>(entry, [themeForPage()])).createTheme();

/** Returns the rules that a theme makes of a style, whose type would have to name every property. */
const rulesOf = (theme: typeof whole, style: Record<string, unknown>): unknown =>
  theme.css(JSON.parse(JSON.stringify(style)));

const categories = [...new Set(whole.tokens.allTokens.map(({ extensions }) => extensions.category ?? ''))];
const colors = Object.keys(whole.tokens.getCategoryValues('colors') ?? {});
const values = categories.flatMap((category) => Object.keys(whole.tokens.getCategoryValues(category) ?? {}));
const utilities = Object.entries(defaultBaseConfig.utilities ?? {});
const properties = utilities.flatMap(([name, utility]) => [name, ...[utility?.shorthand ?? []].flat()]);
const conditions = ['_hover', '_dark', '_sepia', '_darkContrast', 'md', 'mdDown', '& svg', '_focusVisible'];

const value = fc.oneof(
  fc.constantFrom(...values),
  fc
    .tuple(fc.constantFrom(...colors), fc.integer({ min: 0, max: 100 }))
    .map(([color, part]) => `${color}/${part}`),
  fc
    .tuple(fc.constantFrom(...colors), fc.constantFrom('', '/40'))
    .map(([color, part]) => `1px solid {colors.${color}${part}}`),
  fc.constantFrom(
    '0',
    '3px',
    'auto',
    'none',
    '{spacing.2} {spacing.-1.5}',
    'calc({sizes.4} + 1px)',
    '{oddity}',
    7,
  ),
);
const style = fc.dictionary(fc.constantFrom(...properties), value, { maxKeys: 6 });

describe('the theme in the page', () => {
  it('has all tokens', () => {
    for (const category of categories)
      expect(inPage.tokens.getCategoryValues(category)).toEqual(whole.tokens.getCategoryValues(category));
    expect(new Map(inPage.tokens.colorPaletteMap)).toEqual(new Map(whole.tokens.colorPaletteMap));
    expect(inPage.breakpoints.values).toEqual(whole.breakpoints.values);
  });

  it('makes the same rule of every property with tokens of every category', () => {
    const names = categories.flatMap((category) =>
      Object.keys(whole.tokens.getCategoryValues(category) ?? {}).slice(0, 3),
    );
    for (const property of new Set(properties)) {
      const rules = (theme: typeof whole): string =>
        JSON.stringify(names.map((name) => rulesOf(theme, { [property]: name })));
      expect(rules(inPage)).toBe(rules(whole));
    }
  });

  it('makes the same rules of styles in styles', () => {
    fc.assert(
      fc.property(
        style,
        fc.dictionary(fc.constantFrom(...conditions), style, { maxKeys: 3 }),
        (base, nested) => {
          const all = { ...base, ...nested };
          expect(rulesOf(inPage, all)).toEqual(rulesOf(whole, all));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('makes the same rules of every recipe', () => {
    for (const name of ['button', 'skeleton'] as const)
      expect(inPage.getRecipeFn(name)({})).toEqual(whole.getRecipeFn(name)({}));
  });
});
