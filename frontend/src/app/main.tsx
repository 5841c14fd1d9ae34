import '../lib/zod-setup.ts';
import 'virtual:fonts.css';
import 'virtual:theme.css';
import './theme/forced-colors.css';
import './theme/motion.css';
import './theme/print.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { followHistory } from '../lib/address/history.ts';
import { loadFirstLanguage } from '../lib/i18n/language.tsx';
import { registerWorker } from '../lib/offline/worker.ts';
import { readStored } from '../lib/storage.ts';
import { Providers, Root } from './root.tsx';

followHistory();
registerWorker();
if (readStored('omomi.keys') !== null) void import('../lib/keys/translate-keys.ts');

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

void loadFirstLanguage().then((language) => {
  // In a transition React renders in slices, so that the page answers in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers language={language}>
          <Root />
        </Providers>
      </StrictMode>,
    ),
  );
});
