import { describeScenarios } from '../simulation/describe-scenarios.js';

describeScenarios(60);
