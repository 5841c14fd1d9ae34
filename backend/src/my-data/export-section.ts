import type { ExportPage } from '../contract/index.ts';

/** The lists of an export, in the order of its pages. */
export const sectionNames = ['subscriptions', 'entries', 'jobs'] as const;

type SectionName = (typeof sectionNames)[number];

export type ExportLists = Pick<ExportPage, SectionName>;

/** An item to export, the position after it, and the function that adds it to the page. */
type Exported = { after: string; item: unknown; add: (lists: ExportLists) => void };

/** Yields the items of one list that come after a position, in the order of their ids. Null is the start. */
export type ExportSection = (userId: string, after: string | null) => AsyncIterable<Exported>;

export type ExportSections = Readonly<Record<SectionName, ExportSection>>;
