import { showNotShown, showTerms } from './docs-decorators.ts';
import {
  examplesDeclared,
  failuresDocumented,
  fieldsDescribed,
  fieldsExemplified,
  lifecycleDeprecated,
  lifecycleKnown,
  lifecycleNamed,
  notShownListed,
  scopeNames,
  scopesDocumented,
} from './lint-rules.ts';

/** The lint rules and decorators of this project, for `plugins` in `redocly.yaml`: Redocly loads the default export. */
export default function plugin() {
  return {
    id: 'tenant-management',
    rules: {
      oas3: {
        'lifecycle-named': lifecycleNamed,
        'lifecycle-known': lifecycleKnown,
        'lifecycle-deprecated': lifecycleDeprecated,
        'scopes-documented': scopesDocumented,
        'scope-names': scopeNames,
        'failures-documented': failuresDocumented,
        'fields-described': fieldsDescribed,
        'fields-exemplified': fieldsExemplified,
        'examples-declared': examplesDeclared,
        'not-shown-listed': notShownListed,
      },
    },
    decorators: {
      oas3: { 'show-terms': showTerms, 'show-not-shown': showNotShown },
    },
  };
}
