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
