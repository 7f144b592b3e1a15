import type { Program } from '../program.js'
import { bounds } from './bounds.js'
import { changes } from './changes.js'
import { faults } from './faults.js'
import { gaps } from './gaps.js'
import { grease } from './grease.js'
import { holds } from './holds.js'
import { limits } from './limits.js'
import { operations } from './operations.js'
import { ports } from './ports.js'
import { refused } from './refused.js'
import { reseeded } from './reseeded.js'
import { time } from './time.js'
import { wire } from './wire.js'
import { worlds } from './worlds.js'

export const programs: readonly Program[] = [
  operations,
  refused,
  limits,
  time,
  faults,
  holds,
  changes,
  reseeded,
  gaps,
  grease,
  worlds,
  bounds,
  wire,
  ports,
]
