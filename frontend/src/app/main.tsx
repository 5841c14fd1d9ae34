import '../lib/zod-setup.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followHistory } from '../lib/address/history.ts';
import { registerWorker } from '../lib/offline/worker.ts';
import { Providers } from './providers.tsx';
import { Root } from './root.tsx';

followHistory();
registerWorker();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Root />
    </Providers>
  </StrictMode>,
);
