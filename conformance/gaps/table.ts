/**
 * The contract's gaps as data: every "not shown" that is an option of the profile (docs/DESIGN.md section 6).
 * Each has the needs of a client that can see how a service fills it. `tristore-conform probe` joins each row
 * with a way to observe it.
 */

import { authGaps, errorGaps } from './credential-gaps.js'
import { databaseGaps } from './database-gaps.js'
import { configGaps, kvGaps, limitAndHttpGaps } from './entry-gaps.js'
import type { Gap } from './gap.js'

/** Every gap, each option once. */
export const GAPS: readonly Gap[] = [
  ...kvGaps,
  ...configGaps,
  ...authGaps,
  ...errorGaps,
  ...databaseGaps,
  ...limitAndHttpGaps,
]
