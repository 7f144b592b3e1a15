/// <reference lib="esnext.disposable" preserve="true" />
export type {
  AdminCommandInfo,
  Bundle,
  ClockInfo,
  ContractInfo,
  HistoryInfo,
  InstalledFault,
  LifeEventInfo,
  NamespaceInfo,
  NamespaceUsage,
  Receipt,
  RequestCommandInfo,
  RequestDetails,
  RequestSummary,
  ScopedKeyInfo,
  SnapshotInfo,
  StateChange,
  StoreInfo,
  Timeline,
  UndoInfo,
  Usage,
} from './client/answers.js'
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
export type { FaultInput } from './client/faults.js'
export type { HistoryRange, Point, TimelineRange } from './client/history.js'
export type { HeldEnd, HeldRequest, Hold, HoldOptions } from './client/holds.js'
export { explore, sweep } from './client/moved.js'
export type { RequestFilter } from './client/requests.js'
export type { NamespaceChanges, NewDatabaseKey, NewNamespace, NewStore } from './client/resources.js'
export type { DatabaseScope, RecordId, SeedObject } from './client/seed-object.js'
export type { Bounds } from './domain/bounds.js'
export type { ProfilePatch } from './domain/profile/profile.js'
export type { Profile } from './domain/profile/profile-types.js'
export { defineService, type OwnService } from './own-service/define.js'
export type { ClockOptions, EmulatorOptions } from './server/options/emulator-options.js'
export { startEmulator } from './start-emulator.js'
