import { hash128 } from '../../core/random.js'
import type { CollectionName } from './collection.js'

/** A position between two pages. */
export interface Cursor {
  readonly collection: CollectionName
  /** Position of the last returned record, in order of insertion. */
  readonly after: number
  /** The requested page size; a request's own limit wins. */
  readonly limit: number
}

/** 64 bits, enough to detect an altered or foreign cursor. */
const SEAL_WORDS = 2

/**
 * Encodes and seals a cursor. Equal runs give equal cursors, even after a reset.
 *
 * @param name identifies the world (World.cursorNames)
 */
export function encodeCursor(cursor: Cursor, name: string): string {
  const payload = Buffer.from(`${cursor.collection}:${cursor.after}:${cursor.limit}`).toString('base64url')
  return `${payload}.${seal(payload, name)}`
}

/** Decodes a cursor; undefined if it was altered, or sealed by none of the names. */
export function decodeCursor(text: string, names: readonly string[]): Cursor | undefined {
  const [payload = '', given] = text.split('.')
  if (text !== `${payload}.${given}` || !names.some((name) => seal(payload, name) === given)) return undefined
  const [collection, after, limit] = Buffer.from(payload, 'base64url').toString().split(':')
  if (collection !== 'documents' && collection !== 'projects') return undefined
  return { collection, after: Number(after), limit: Number(limit) }
}

/** Not a secret: cursors protect nothing. */
const seal = (payload: string, name: string): string =>
  hash128(`${name} ${payload}`)
    .slice(0, SEAL_WORDS)
    .map((word) => word.toString(36))
    .join('-')
