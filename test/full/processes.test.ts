import { describeSqliteFleet } from '../processes/describe-sqlite-fleet.ts';

describeSqliteFleet(50);
