import { isRecord, valueAt } from '../../core/objects.js'
import { hasTemplate } from '../expand/templates.js'
import { placeText, problemAt, type SourceDocument } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'

/** The name by which two items of a list are the same one, to find duplicates and to join (docs/DESIGN.md section 4). */
export type ItemName = (item: Record<string, unknown>) => string | undefined

export const byId: ItemName = ({ id }) => (typeof id === 'string' ? id : undefined)

export const byKey: ItemName = ({ key }) => (typeof key === 'string' ? key : undefined)

/** `literal: true` makes `{{index}}` a key of its own, apart from the template spelt alike. */
export const byEntryKey: ItemName = ({ key, literal }) => {
  if (typeof key !== 'string') return undefined
  return literal === true && hasTemplate(key) ? `literal ${key}` : key
}

/** Returns the ids and keys that one file gives twice. Works on whatever was read, sound or not. */
export function duplicateProblems(seed: SourceDocument): Problem[] {
  const entryLists = ['namespaces', 'stores'].flatMap((kind) =>
    [...itemsAt(seed.data, [kind]).keys()].flatMap((index) => [
      ...listProblems(seed, [kind, index, 'keys'], byKey, 'key'),
      ...listProblems(seed, [kind, index, 'entries'], byEntryKey, 'key'),
    ]),
  )
  return [
    ...listProblems(seed, ['namespaces'], byId, 'id'),
    ...listProblems(seed, ['stores'], byId, 'id'),
    ...entryLists,
    ...listProblems(seed, ['database', 'keys'], byKey, 'key'),
    ...listProblems(seed, ['database', 'projects'], byId, 'id'),
    ...listProblems(seed, ['database', 'documents'], byId, 'id'),
    ...listProblems(seed, ['faults'], byId, 'id'),
  ]
}

function listProblems(seed: SourceDocument, path: Path, identity: ItemName, field: string): Problem[] {
  const first = new Map<string, number>()
  const problems: Problem[] = []
  for (const [index, item] of itemsAt(seed.data, path).entries()) {
    const name = isRecord(item) ? identity(item) : undefined
    if (name === undefined) continue
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, index)
    else if (problems.length < PROBLEMS_MAX)
      problems.push(twice(seed, [...path, index, field], [...path, earlier, field]))
  }
  return problems
}

function twice(seed: SourceDocument, path: Path, earlier: Path): Problem {
  const message = `this ${path.at(-1)} is given twice in one list`
  return problemAt(seed, path, message, `the first is at ${placeText(seed, earlier)}`)
}

/**
 * Returns the API keys that two namespaces or stores share: a key works for one of them only (docs/CONTRACT.md K-7). To be
 * looked for when all files are joined.
 */
export function sharedKeyProblems(seed: SourceDocument): Problem[] {
  const first = new Map<string, Path>()
  const problems: Problem[] = []
  for (const path of keyPaths(seed.data)) {
    const key = valueAt(seed.data, path)
    if (typeof key !== 'string') continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    else if (problems.length >= PROBLEMS_MAX) break
    // Twice in one namespace is a problem of duplicateProblems.
    else if (earlier[0] !== path[0] || earlier[1] !== path[1]) problems.push(shared(seed, path, earlier))
  }
  return problems
}

function shared(seed: SourceDocument, path: Path, earlier: Path): Problem {
  const owner = valueAt(seed.data, [...earlier.slice(0, 2), 'id'])
  const message = `the key ${JSON.stringify(valueAt(seed.data, path))} belongs to ${owner} already`
  const hint = `a key works for one namespace or store; the other is at ${placeText(seed, earlier)}`
  return problemAt(seed, path, message, hint)
}

function* keyPaths(seed: unknown): Generator<Path> {
  for (const kind of ['namespaces', 'stores']) {
    for (const index of itemsAt(seed, [kind]).keys()) {
      for (const at of itemsAt(seed, [kind, index, 'keys']).keys()) yield [kind, index, 'keys', at, 'key']
    }
  }
}

function itemsAt(seed: unknown, path: Path): readonly unknown[] {
  const items = valueAt(seed, path)
  return Array.isArray(items) ? items : []
}
