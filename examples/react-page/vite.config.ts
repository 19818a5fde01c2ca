import { defineConfig } from 'vitest/config';

/** Access token of a help desk employee. In production, the sign-in proxy adds this token to each request. */
const { HELP_DESK_TOKEN = '' } = process.env;

export default defineConfig({
  // Turn off warnings about 'use client' in TanStack Query: without server rendering, the directive has no effect.
  build: { rolldownOptions: { checks: { moduleLevelDirective: false } } },
  server: {
    proxy: {
      '/mfa-resets': { target: 'http://127.0.0.1:8787', headers: { Authorization: `Bearer ${HELP_DESK_TOKEN}` } },
    },
  },
  test: { environment: 'jsdom', testTimeout: 30_000 },
});
