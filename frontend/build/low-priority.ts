import type { Plugin } from 'vite';

/**
 * Lets the page's scripts wait for its style sheets and for what it asks the server first: the first paint needs the style
 * sheets alone, and scripts of twenty times their size would take most of a slow network.
 */
export const lowPriority = (): Plugin => ({
  name: 'low-priority',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"'),
  },
});
