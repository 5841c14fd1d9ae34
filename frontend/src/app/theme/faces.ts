import { facesOfLanguages, sansFamily, serifFamily } from './families.ts';

/** Returns a list of faces as style sheets write it. */
const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const own = (family: typeof sansFamily): string =>
  listOf([family.name, ...family.near.map(({ name }) => name)]);

/**
 * The lists of faces. Before the system's own comes the list that is right for the language of the element, if it is known:
 * without it, Chinese would have Japanese shapes or the other way around.
 */
export const fonts = {
  body: `${own(sansFamily)}, var(--sans-of-language, system-ui), system-ui, sans-serif`,
  reading: `${own(serifFamily)}, var(--serif-of-language, serif), serif`,
  system: 'system-ui, var(--sans-of-language, sans-serif), sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
};

/** The styles by which an element whose language is known has the faces of that language. */
export const languageStyles = {
  // A variable that names another takes its value where it is set, and not where it is used.
  '[lang]': {
    '--chakra-fonts-body': fonts.body,
    '--chakra-fonts-heading': fonts.body,
    '--chakra-fonts-reading': fonts.reading,
    '--chakra-fonts-system': fonts.system,
    fontFamily: 'body',
  },
  ...Object.fromEntries(
    Object.entries(facesOfLanguages).map(([language, { sans, serif }]) => [
      `[lang|=${language}]`,
      { '--sans-of-language': listOf(sans), '--serif-of-language': listOf(serif) },
    ]),
  ),
};
