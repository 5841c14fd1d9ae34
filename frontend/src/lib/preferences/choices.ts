import { type PreferenceChoices, preferenceChoices } from '@omomi/backend/contract';

export type ListLook = PreferenceChoices['view'];

export const listLooks: readonly ListLook[] = preferenceChoices.shape.view.options;

export const lookOf = (word: string): ListLook | null => listLooks.find((look) => look === word) ?? null;

/** Checks whether a view of the list shows pictures, if the reader wants them. */
export const hasPictures = (look: ListLook): boolean => look === 'cards' || look === 'magazine';

/** The page sizes on offer. Another size that was set through the API is offered too. */
export const pageSizes: readonly number[] = [20, 50, 100, 200];
