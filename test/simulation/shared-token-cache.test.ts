import { describeScenarios } from './describe-scenarios.js';

describeScenarios(5);
