import { bundleCalls } from './bundle.js'
import { diffCalls } from './diff.js'
import { logCalls } from './log.js'
import { timelineCalls } from './timeline.js'
import { undoCalls } from './undo.js'

/** The calls on the history of a world, in the order of the index. */
export const historyCalls = [...logCalls, ...diffCalls, ...timelineCalls, ...undoCalls, ...bundleCalls]
