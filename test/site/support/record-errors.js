// Records the errors of a page. It is the first script of each page that test/site/other-browsers.test.ts opens.
window.recordedErrors = [];
// The error of an element whose file cannot be loaded does not bubble. A preload is only a hint: if its module is missing,
// the script that imports the module fails too.
addEventListener(
  'error',
  ({ message, target }) => {
    if (target.rel === 'modulepreload') return;
    window.recordedErrors.push(message ?? `${target.src ?? target.href} cannot be loaded`);
  },
  true,
);
addEventListener('unhandledrejection', ({ reason }) => window.recordedErrors.push(String(reason)));
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  window.recordedErrors.push(`${violatedDirective} blocks ${blockedURI}`),
);
console.error = (...values) => window.recordedErrors.push(values.join(' '));
