import { expectTypeOf, test } from 'vitest'
import type { ClockInfo } from '../../src/admin/calls/clock.js'
import type * as contract from '../../src/admin/calls/contract.js'
import type { FaultInfo } from '../../src/admin/calls/faults/faults.js'
import type { HeldRequestInfo } from '../../src/admin/calls/faults/held.js'
import type * as log from '../../src/admin/calls/history/log.js'
import type { UndoInfo } from '../../src/admin/calls/history/undo.js'
import type { SnapshotInfo } from '../../src/admin/calls/snapshots.js'
import type { RequestDetails, RequestSummary } from '../../src/admin/request-json.js'
import type { ScopedKeyInfo } from '../../src/admin/resource-calls.js'
import type * as answers from '../../src/client/answers.js'
import type { Receipt } from '../../src/domain/travel-receipt.js'
import type { Usage } from '../../src/domain/usage.js'
import type { Bundle } from '../../src/history/bundle/read.js'
import type { StateChange } from '../../src/history/change.js'
import type { LifeEventInfo } from '../../src/history/life.js'
import type { Timeline } from '../../src/history/timeline.js'
import type { StoreInfo } from '../../src/services/config/admin.js'
import type { DatabaseKeyInfo } from '../../src/services/documents/admin.js'
import type { NamespaceInfo } from '../../src/services/kv/admin.js'
import type { WorldInfo } from '../../src/worlds/world-info.js'

/** Each can stand in for the other. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

test('the types that are written for users are those of the schemas', () => {
  expectTypeOf<Same<answers.ClockInfo, ClockInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.Receipt, Receipt>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.Timeline, Timeline>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.RequestSummary, RequestSummary>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.RequestDetails, RequestDetails>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.HistoryInfo, log.HistoryInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.LifeEventInfo, LifeEventInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.StateChange, StateChange>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.UndoInfo, UndoInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.SnapshotInfo, SnapshotInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.Usage, Usage>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.ContractInfo, contract.ContractInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.InstalledFault, FaultInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.HeldRequestInfo, HeldRequestInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.ScopedKeyInfo, ScopedKeyInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.NamespaceInfo, NamespaceInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.StoreInfo, StoreInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.DatabaseKeyInfo, DatabaseKeyInfo>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.Bundle, Bundle>>().toEqualTypeOf<true>()
  expectTypeOf<Same<answers.WorldInfo, WorldInfo>>().toEqualTypeOf<true>()
})
