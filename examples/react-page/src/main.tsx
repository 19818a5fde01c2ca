import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createResetMfa } from './reset-mfa.ts';
import { ResetMfaPage } from './reset-mfa-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have an element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <ResetMfaPage resetMfa={createResetMfa((path, init) => fetch(path, init))} />
    </QueryClientProvider>
  </StrictMode>,
);
