// A separate module, so that bundlers include only these two exports of oauth4webapi.
export { modifyAssertion, PrivateKeyJwt } from 'oauth4webapi';
