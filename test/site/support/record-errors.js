// Records the errors of a page. It is the first script of each page that test/site/other-browsers.test.ts opens.
window.recordedErrors = [];
addEventListener('error', ({ message }) => window.recordedErrors.push(message));
addEventListener('unhandledrejection', ({ reason }) => window.recordedErrors.push(String(reason)));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  window.recordedErrors.push(`${violatedDirective} blocks ${blockedURI}`),
);
console.error = (...values) => window.recordedErrors.push(values.join(' '));
