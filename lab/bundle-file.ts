import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Bundle } from 'tristore-emulator'

/** The default folder for bundles, which tools may delete. */
export const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

/** The file system, as far as bundles need it. */
export interface WritableFiles {
  makeFolder(path: string): void
  replace(path: string, text: string): void
}

const systemFiles: WritableFiles = {
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  replace: (path, text) => writeFileSync(path, text),
}

/**
 * Saves the bundle of a finding.
 *
 * @returns the file's path, or a sentence on why it couldn't be written
 */
export type KeepBundle = (bundle: Bundle, point: string) => string

/** Writes bundles to a folder, one file per point, replacing older ones. A failed write doesn't hide the finding. */
export const keepIn =
  (folder: string, files: WritableFiles = systemFiles): KeepBundle =>
  (bundle, point) => {
    if (bundle.commands.length === 0) return 'nothing happened in its world'
    try {
      const path = join(folder, `${slug(point)}-${crc32(point).toString(16)}.tristore.json`)
      files.makeFolder(folder)
      files.replace(path, `${JSON.stringify(bundle)}\n`)
      return path
    } catch (error) {
      return `it cannot be written to ${folder}: ${error instanceof Error ? error.message : error}`
    }
  }

/** Bytes of UTF-8, since file systems limit names in bytes. Longer names keep their end, which tells points apart. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The cut may have split the first character.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
