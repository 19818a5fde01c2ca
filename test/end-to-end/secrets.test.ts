import { describe } from 'vitest';
import { apiFailures, describeSecrets } from '../faults/describe-secrets.ts';

describe('error contains no token and no client secret in its message, stack and properties', () => {
  describeSecrets(apiFailures);
});
