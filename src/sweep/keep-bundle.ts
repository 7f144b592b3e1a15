import { type BundleFiles, writeBundle } from '../client/bundle-file.js'
import type { KeepBundle } from './options.js'

/** Writes bundles to a folder; the next sweep writes over those of the same points. What goes wrong hides no finding. */
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
