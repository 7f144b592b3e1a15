import type { Bundle } from '../history/bundle/format.js'
import { type BundleFiles, writeBundle } from './bundle-file.js'

/**
 * Keeps the run of a finding.
 *
 * @returns the file's place, or why there is none
 */
export type KeepBundle = (bundle: Bundle, point: string) => string

/**
 * Writes bundles to a folder; the next run writes over those of the same points. What goes wrong hides no
 * finding.
 */
export const keepIn =
  (folder: string, files?: BundleFiles): KeepBundle =>
  (bundle, point) => {
    try {
      const path = writeBundle(bundle, folder, { id: point, fullName: point }, files)
      return path ?? 'nothing happened in its world'
    } catch (error) {
      return `it cannot be written to ${folder}: ${error instanceof Error ? error.message : error}`
    }
  }
