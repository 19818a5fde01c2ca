import { commonMistakes } from './common-mistakes.ts';
import { showNotShown, showTerms } from './docs-decorators.ts';
import * as rules from './lint-rules.ts';
import { unknownKeywords } from './unknown-keywords.ts';

/** The lint rules, preprocessors and decorators of this project, for `plugins` in `redocly.yaml`: Redocly loads the default export. */
export default function plugin() {
  return {
    id: 'tenant-management',
    rules: {
      oas3: {
        'lifecycle-named': rules.lifecycleNamed,
        'lifecycle-known': rules.lifecycleKnown,
        'lifecycle-deprecated': rules.lifecycleDeprecated,
        'scopes-documented': rules.scopesDocumented,
        'scope-names': rules.scopeNames,
        'failures-documented': rules.failuresDocumented,
        'fields-described': rules.fieldsDescribed,
        'fields-exemplified': rules.fieldsExemplified,
        'examples-declared': rules.examplesDeclared,
        'extensions-typed': rules.extensionsTyped,
        'common-mistakes': commonMistakes,
        'formats-strict': rules.formatsStrict,
      },
    },
    preprocessors: {
      oas3: { 'unknown-keywords': unknownKeywords },
    },
    decorators: {
      oas3: { 'show-terms': showTerms, 'show-not-shown': showNotShown },
    },
  };
}
