import { AddFeed, type AddFeedProps } from './add-feed.tsx';
import { SavePage } from './save-page.tsx';

/** Shows the window that adds feeds, or the one that saves a page. */
export const Adding = ({ which, ...props }: AddFeedProps & { which: 'add-feed' | 'save-page' }) =>
  which === 'add-feed' ? <AddFeed {...props} /> : <SavePage {...props} />;
