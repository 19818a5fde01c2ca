import { defineConfig } from 'vitest/config';

/** Access token of a person of the help desk. In production, the sign-in proxy in front of page and service adds it. */
const { HELP_DESK_TOKEN = '' } = process.env;

export default defineConfig({
  // TanStack Query marks its modules for servers with 'use client'; a page without a server does not need the mark.
  build: { rolldownOptions: { checks: { moduleLevelDirective: false } } },
  server: {
    proxy: {
      '/mfa-resets': { target: 'http://127.0.0.1:8787', headers: { Authorization: `Bearer ${HELP_DESK_TOKEN}` } },
    },
  },
  test: { environment: 'jsdom', testTimeout: 30_000 },
});
