import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a soak showed of one load. */
export interface LoadRecord {
  readonly name: string
  readonly seconds: number
  readonly answers: number
  /** Of the heap, after the warm-up. */
  readonly grownBytes: number
  readonly rssBytesMax: number
  readonly socketsMax: number
}

/** The last soak that was recorded. */
export interface SoakRecord {
  readonly commit: string
  readonly date: string
  readonly node: string
  readonly minutes: number
  readonly loads: readonly LoadRecord[]
}

const FILE = 'test/soak/recorded.json'

export const readSoak = (root: string): SoakRecord => JSON.parse(readFileSync(join(root, FILE), 'utf8'))

export function writeSoak(root: string, record: SoakRecord): void {
  writeFileSync(join(root, FILE), `${JSON.stringify(record, null, 2)}\n`)
}
