export type { ClockReading, DurationText, Instant, MoveOptions } from './client/clock.js'
export { type ConnectOptions, connectEmulator } from './client/connect.js'
export type {
  EmulatorClient,
  NewToken,
  ResetOptions,
  WorldOptions,
} from './client/emulator-client.js'
export { EmulatorError } from './client/error.js'
export type { FaultInput, InstalledFault } from './client/faults.js'
export type { RequestDetails, RequestFilter, RequestSummary } from './client/requests.js'
export type {
  NamespaceChanges,
  NamespaceInfo,
  NewDatabaseKey,
  NewNamespace,
  NewStore,
  ScopedKeyInfo,
  StoreInfo,
} from './client/resources.js'
export type { DatabaseScope, RecordId, SeedObject } from './client/seed-object.js'
export type { SnapshotInfo } from './client/state.js'
export type { Bounds } from './domain/bounds.js'
export type { Profile, ProfilePatch } from './domain/profile/profile.js'
export type { Receipt } from './domain/travel-receipt.js'
export { startEmulator } from './emulator.js'
export type { Conduct, DutyReport } from './journal/conduct/conduct.js'
export type { QuotaShare } from './journal/conduct/quotas.js'
export type { GapUsed as Leaning } from './journal/gaps-used.js'
export type { EmulatorOptions } from './server/options.js'
