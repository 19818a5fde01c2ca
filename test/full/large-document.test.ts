import { describeLargeDocument } from '../pipeline/describe-large-document.ts';

describeLargeDocument({ operations: 300, compiler: 'typescript' });
