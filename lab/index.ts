export type { Archive } from './conduct/archive.js'
export { type Conduct, conduct, type DutyReport } from './conduct/conduct.js'
export type { GapUsed } from './conduct/gaps.js'
export type { QuotaShare } from './conduct/quotas.js'
export { explore } from './explore/explore.js'
export type { Explored, ExploredCall, ExploreOptions } from './explore/options.js'
export { type ExploredFailure, ExploreFailure, type ExploreReport } from './explore/report.js'
export { SweepFailure } from './sweep/failure.js'
export type {
  Allowable,
  FaultName,
  NamedFault,
  SweepOptions,
  Swept,
  SweptCall,
} from './sweep/options.js'
export type { SweepOutcome, SweepReport, SweptPoint } from './sweep/report.js'
export type { StateDifference } from './sweep/state/differences.js'
export { sweep } from './sweep/sweep.js'
