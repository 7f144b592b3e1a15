import { hash128 } from '../../core/random.js'
import type { CollectionName } from './collection.js'

/** A place between two pages of a collection. */
export interface Cursor {
  readonly collection: CollectionName
  /** The place in the order of insertion of the last record given out. */
  readonly after: number
  /** The page size asked for; a request's own limit wins over it. */
  readonly limit: number
}

/** Words of the hash that make the seal: 64 bits tell an altered or foreign cursor from one of ours. */
const SEAL_WORDS = 2

/**
 * The opaque text of a cursor, sealed with a name: equal places have equal texts in equal runs, after a reset
 * too.
 *
 * @param name tells the world from others (World.cursorNames)
 */
export function encodeCursor(cursor: Cursor, name: string): string {
  const payload = Buffer.from(`${cursor.collection}:${cursor.after}:${cursor.limit}`).toString('base64url')
  return `${payload}.${seal(payload, name)}`
}

/** Reads a cursor back; undefined if the text was altered or none of the names sealed it. */
export function decodeCursor(text: string, names: readonly string[]): Cursor | undefined {
  const [payload = '', given] = text.split('.')
  if (text !== `${payload}.${given}` || !names.some((name) => seal(payload, name) === given)) return undefined
  const [collection, after, limit] = Buffer.from(payload, 'base64url').toString().split(':')
  if (collection !== 'documents' && collection !== 'projects') return undefined
  return { collection, after: Number(after), limit: Number(limit) }
}

/** No secret: cursors protect nothing. */
const seal = (payload: string, name: string): string =>
  hash128(`${name} ${payload}`)
    .slice(0, SEAL_WORDS)
    .map((word) => word.toString(36))
    .join('-')
