import { execFileSync } from 'node:child_process'

/** When a figure was recorded, and with which commit and Node version. */
export interface Stamp {
  readonly commit: string
  /** e.g. "2026-01-31" */
  readonly date: string
  readonly node: string
}

export function stampOf(root: string): Stamp {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return { commit, date: new Date().toISOString().slice(0, 10), node: process.versions.node }
}
