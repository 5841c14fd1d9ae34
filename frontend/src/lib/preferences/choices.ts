import type { PreferenceChoices } from '@omomi/backend/contract';

export type ListLook = PreferenceChoices['view'];

export const listLooks: readonly ListLook[] = ['list', 'cards', 'magazine'];

export const lookOf = (word: string): ListLook | null => listLooks.find((look) => look === word) ?? null;

/** What a reader tells apart; any other size that was set by other means is offered beside them. */
export const pageSizes: readonly number[] = [20, 50, 100, 200];
