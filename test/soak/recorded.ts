import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The results of one load of a soak. */
export interface LoadRecord {
  readonly name: string
  readonly seconds: number
  readonly answers: number
  /** The growth of the heap after the warm-up. */
  readonly grownBytes: number
  readonly rssBytesMax: number
  readonly socketsMax: number
}

/** The last recorded soak. */
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
