/// <reference lib="esnext.disposable" preserve="true" />
export type { ClockReading } from './admin/calls/clock.js'
export type { ContractInfo } from './admin/calls/contract.js'
export type {
  AdminCommandInfo,
  HistoryInfo,
  RequestCommandInfo,
} from './admin/calls/history/log.js'
export type { UndoInfo } from './admin/calls/history/undo.js'
export type { SnapshotInfo } from './admin/calls/snapshots.js'
export type { RequestDetails, RequestSummary } from './admin/request-json.js'
export type { ScopedKeyInfo } from './admin/resource-calls.js'
export type { DurationText, Instant, MoveOptions } from './client/clock.js'
export { type ConnectOptions, connectEmulator } from './client/connect.js'
export type {
  EmulatorClient,
  NewToken,
  ResetOptions,
  WorldClient,
  WorldOptions,
} from './client/emulator-client.js'
export { EmulatorError } from './client/error.js'
export { type FailureOptions, tellFailure } from './client/failed-test.js'
export type { FaultInput, InstalledFault } from './client/faults.js'
export type { HistoryRange, Point, TimelineRange } from './client/history.js'
export type { HeldEnd, HeldRequest, Hold, HoldOptions } from './client/holds.js'
export { explore, sweep } from './client/moved.js'
export type { RequestFilter } from './client/requests.js'
export type { NamespaceChanges, NewDatabaseKey, NewNamespace, NewStore } from './client/resources.js'
export type { DatabaseScope, RecordId, SeedObject } from './client/seed-object.js'
export type { Bounds } from './domain/bounds.js'
export type { ProfilePatch } from './domain/profile/profile.js'
export type { Profile } from './domain/profile/profile-types.js'
export type { Receipt } from './domain/travel-receipt.js'
export type { NamespaceUsage, Usage } from './domain/usage.js'
export { startEmulator } from './emulator.js'
export type { Bundle } from './history/bundle/format.js'
export type { StateChange } from './history/change.js'
export type { LifeEventInfo } from './history/life.js'
export type { Timeline } from './history/timeline.js'
export { defineService, type OwnService } from './own-service/define.js'
export type { ClockOptions, EmulatorOptions } from './server/options/emulator-options.js'
export type { StoreInfo } from './services/config/admin/stores.js'
export type { NamespaceInfo } from './services/kv/admin/namespaces.js'
