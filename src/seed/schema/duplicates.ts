import { isRecord, valueAt } from '../../core/objects.js'
import { textKey } from '../../core/text/text-key.js'
import { hasTemplate } from '../expand/templates.js'
import { placeText, problemAt } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'

/** The name by which two items of a list are the same one, to find duplicates and to join (docs/DESIGN.md section 4). */
export type Identity = (item: Record<string, unknown>) => string | undefined

export const byId: Identity = ({ id }) => (typeof id === 'string' ? id : undefined)

export const byKey: Identity = ({ key }) => (typeof key === 'string' ? key : undefined)

/** `literal: true` makes `{{index}}` a key of its own, apart from the template spelt alike. */
export const byEntryKey: Identity = ({ key, literal }) => {
  if (typeof key !== 'string') return undefined
  return literal === true && hasTemplate(key) ? `literal ${key}` : key
}

/** Ids and keys that one file gives twice. Works on whatever was read, sound or not. */
export function duplicateProblems(seed: unknown): Problem[] {
  const problems: Problem[] = []
  const look = (path: Path, identity: Identity, field: string): void => {
    problems.push(...listProblems(seed, path, identity, field))
  }
  look(['namespaces'], byId, 'id')
  look(['stores'], byId, 'id')
  for (const kind of ['namespaces', 'stores']) {
    for (const index of itemsAt(seed, [kind]).keys()) {
      look([kind, index, 'keys'], byKey, 'key')
      look([kind, index, 'entries'], byEntryKey, 'key')
    }
  }
  look(['database', 'keys'], byKey, 'key')
  look(['database', 'projects'], byId, 'id')
  look(['database', 'documents'], byId, 'id')
  look(['faults'], byId, 'id')
  return problems
}

function listProblems(seed: unknown, path: Path, identity: Identity, field: string): Problem[] {
  const first = new Map<string | bigint, number>()
  const problems: Problem[] = []
  for (const [index, item] of itemsAt(seed, path).entries()) {
    const identified = isRecord(item) ? identity(item) : undefined
    if (identified === undefined) continue
    const name = textKey(identified)
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, index)
    else if (problems.length < PROBLEMS_MAX) {
      problems.push(twice(seed, [...path, index, field], [...path, earlier, field]))
    }
  }
  return problems
}

function twice(seed: unknown, path: Path, earlier: Path): Problem {
  const message = `this ${path.at(-1)} is given twice in one list`
  return problemAt(seed, path, message, `the first is at ${placeText(seed, earlier)}`)
}

/**
 * API keys that two namespaces or stores share: a key works for one of them only (docs/CONTRACT.md K-7). To be
 * looked for when all files are joined.
 */
export function sharedKeyProblems(seed: unknown): Problem[] {
  const first = new Map<string, Path>()
  const problems: Problem[] = []
  for (const path of keyPaths(seed)) {
    if (path === undefined) continue
    const key = valueAt(seed, path)
    if (typeof key !== 'string') continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    else if (problems.length >= PROBLEMS_MAX) break
    // Twice in one namespace is for duplicateProblems to tell.
    else if (earlier[0] !== path[0] || earlier[1] !== path[1]) {
      problems.push(shared(seed, path, earlier))
    }
  }
  return problems
}

function shared(seed: unknown, path: Path, earlier: Path): Problem {
  const owner = valueAt(seed, [...earlier.slice(0, 2), 'id'])
  const message = `the key ${JSON.stringify(valueAt(seed, path))} belongs to ${owner} already`
  const hint = `a key works for one namespace or store; the other is at ${placeText(seed, earlier)}`
  return problemAt(seed, path, message, hint)
}

/** undefined stands for a namespace or store, which may have none. */
function* keyPaths(seed: unknown): Generator<Path | undefined> {
  for (const kind of ['namespaces', 'stores']) {
    for (const index of itemsAt(seed, [kind]).keys()) {
      yield undefined
      for (const at of itemsAt(seed, [kind, index, 'keys']).keys()) yield [kind, index, 'keys', at, 'key']
    }
  }
}

function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}
