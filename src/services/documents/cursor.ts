import { hash128 } from '../../core/random.js'
import type { CollectionName } from './collection.js'

export interface Cursor {
  readonly collection: CollectionName
  /** The position of the last record that was returned, in insertion order. */
  readonly after: number
  /** The page size that was requested. If the next request sets its own limit, that one wins. */
  readonly limit: number
}

/** 64 bits are enough to tell if a cursor was altered or belongs to another world. */
const SEAL_WORDS = 2

/**
 * Encodes and seals a cursor. Identical runs produce identical cursors, even after a reset.
 *
 * @param name identifies the world (see `World.cursorNames`)
 */
export function encodeCursor(cursor: Cursor, name: string): string {
  const payload = Buffer.from(`${cursor.collection}:${cursor.after}:${cursor.limit}`).toString('base64url')
  return `${payload}.${seal(payload, name)}`
}

/** Undefined if the text was altered or wasn't sealed with any of the names. */
export function decodeCursor(text: string, names: readonly string[]): Cursor | undefined {
  const [payload = '', given] = text.split('.')
  if (text !== `${payload}.${given}` || !names.some((name) => seal(payload, name) === given)) return undefined
  const [collection, after, limit] = Buffer.from(payload, 'base64url').toString().split(':')
  if (collection !== 'documents' && collection !== 'projects') return undefined
  return { collection, after: Number(after), limit: Number(limit) }
}

/** This isn't a secret, since cursors don't protect anything. */
const seal = (payload: string, name: string): string =>
  hash128(`${name} ${payload}`)
    .slice(0, SEAL_WORDS)
    .map((word) => word.toString(36))
    .join('-')
