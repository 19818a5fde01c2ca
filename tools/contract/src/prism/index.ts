// A separate entry point, which imports no generated module: npm run dev and npm run mock start Prism before all
// generated modules are valid.
export { unicodePattern } from './prism-document.ts';
export { startMock } from './prism-mock.ts';
export { openStablePort } from './stable-port.ts';
