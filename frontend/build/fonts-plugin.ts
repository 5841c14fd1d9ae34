import type { Plugin } from 'vite';
import { families, fileOf, fontFaces, licenceOf } from './font-faces.ts';
import { sansFamily } from '../src/app/theme/families.ts';

const sheet = 'virtual:fonts.css';
const resolved = `\0${sheet}`;

/**
 * Puts the page's own type into its style sheet as `virtual:fonts.css`, and the licences of the files beside them. Only the
 * letters of the first screen are preloaded: Latin ones without serifs.
 */
export const ownFonts = (): Plugin => ({
  name: 'own-fonts',
  resolveId: (id) => (id === sheet ? resolved : null),
  load: (id) => (id === resolved ? fontFaces() : null),
  generateBundle() {
    for (const family of families)
      this.emitFile({
        type: 'asset',
        fileName: `licences/${family.typeface}.txt`,
        source: licenceOf(family),
      });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => {
      const first = fileOf(sansFamily, 'latin', 'normal');
      const file = Object.values(bundle ?? {}).find(
        (each) => each.type === 'asset' && each.names.includes(first),
      );
      if (file === undefined) return [];
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${file.fileName}`,
        crossorigin: '',
        fetchpriority: 'low',
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
});
