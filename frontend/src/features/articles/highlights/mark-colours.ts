import type { Highlight } from '@omomi/backend/contract';

/** The colours of marks, which lie thinly over that of the page. */
export const markColours = {
  yellow: '#f2b200',
  green: '#35a853',
  blue: '#3b8bea',
  pink: '#e4579b',
} as const satisfies Record<Highlight['colour'], string>;
