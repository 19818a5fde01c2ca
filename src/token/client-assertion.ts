// A module of its own, so that bundlers take these two from oauth4webapi and leave the rest.
export { modifyAssertion, PrivateKeyJwt } from 'oauth4webapi';
