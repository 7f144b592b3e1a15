import { execFileSync } from 'node:child_process'

/** The commit, day and version of Node of a recorded figure. */
export interface Stamp {
  readonly commit: string
  /** The day of the measurement: YYYY-MM-DD. */
  readonly date: string
  readonly node: string
}

export function stampOf(root: string): Stamp {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return { commit, date: new Date().toISOString().slice(0, 10), node: process.versions.node }
}
