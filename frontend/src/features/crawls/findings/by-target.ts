import type { CrawlLink } from '@omomi/backend/contract';

/** A broken address with the links that lead there, at least one. */
export type BrokenTarget = Pick<
  CrawlLink,
  'target_url' | 'target_id' | 'target_state' | 'target_status_code'
> & {
  links: CrawlLink[];
};

/** Groups links by the address that they lead to: those with the most links first. */
export const byTarget = (links: readonly CrawlLink[]): BrokenTarget[] => {
  const groups = new Map<string, BrokenTarget>();
  for (const link of links) {
    const { target_url, target_id, target_state, target_status_code } = link;
    const group = groups.get(target_url);
    if (group === undefined)
      groups.set(target_url, { target_url, target_id, target_state, target_status_code, links: [link] });
    else group.links.push(link);
  }
  return [...groups.values()].toSorted((a, b) => b.links.length - a.links.length);
};
