import { cacheStampede, doubleCreate, sharedNext, tokenRefresh } from './database-programs.js'
import type { Program } from './program.js'
import { configChange, deleteAtExpiry, quotaRace, rateLimitCounter } from './store-programs.js'

export const PROGRAMS: readonly Program[] = [
  rateLimitCounter,
  doubleCreate,
  configChange,
  cacheStampede,
  sharedNext,
  deleteAtExpiry,
  quotaRace,
  tokenRefresh,
]
