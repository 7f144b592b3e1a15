import { execFileSync } from 'node:child_process'

/** What a recorded figure was measured at. */
export interface Stamp {
  readonly commit: string
  /** Of the day it was measured, as ISO 8601 has it. */
  readonly date: string
  readonly node: string
}

export function stampOf(root: string): Stamp {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return { commit, date: new Date().toISOString().slice(0, 10), node: process.versions.node }
}
