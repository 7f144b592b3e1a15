import { valueAt } from '../../core/objects.js'
import { identityOf, type SeedList } from '../items.js'
import { listsIn, type SeededService } from '../part.js'
import { placeText, problemAt, type SourceDocument } from '../text/positions.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'

/** Finds ids and keys that appear twice in one list. Works for invalid seeds too. */
export const duplicateProblems = (seed: SourceDocument, services: readonly SeededService[]): Problem[] =>
  listsIn(services, seed.data).flatMap((list) => listProblems(seed, list))

function listProblems(seed: SourceDocument, { path, items, named }: SeedList): Problem[] {
  const first = new Map<string, number>()
  const problems: Problem[] = []
  for (const [index, item] of items.entries()) {
    const name = identityOf(item, path.at(-1))
    if (name === undefined) continue
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, index)
    else if (problems.length < PROBLEMS_MAX)
      problems.push(twice(seed, [...path, index, named], [...path, earlier, named]))
  }
  return problems
}

function twice(seed: SourceDocument, path: Path, earlier: Path): Problem {
  const message = `this ${path.at(-1)} appears twice in one list`
  return problemAt(seed, { path, message, hint: `the first is at ${placeText(seed, earlier)}` })
}

/**
 * Finds API keys that two namespaces or stores share, which the contract doesn't allow (docs/CONTRACT.md K-7). Call
 * this once all files are joined.
 */
export function sharedKeyProblems(seed: SourceDocument, services: readonly SeededService[]): Problem[] {
  const first = new Map<string, Path>()
  const problems: Problem[] = []
  for (const path of keyPaths(seed.data, services)) {
    const key = valueAt(seed.data, path)
    if (typeof key !== 'string') continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    else if (problems.length >= PROBLEMS_MAX) break
    // Within a single namespace, duplicateProblems has already reported it.
    else if (earlier[0] !== path[0] || earlier[1] !== path[1]) problems.push(shared(seed, path, earlier))
  }
  return problems
}

function shared(seed: SourceDocument, path: Path, earlier: Path): Problem {
  const owner = valueAt(seed.data, [...earlier.slice(0, 2), 'id'])
  const message = `the key ${JSON.stringify(valueAt(seed.data, path))} already belongs to ${owner}`
  const hint = `a key opens a single namespace or store; the other one is at ${placeText(seed, earlier)}`
  return problemAt(seed, { path, message, hint })
}

const keyPaths = (seed: unknown, services: readonly SeededService[]): readonly Path[] =>
  listsIn(services, seed)
    .filter(({ path, of }) => path.at(-1) === 'keys' && of !== '')
    .flatMap(({ path, items }) => items.map((_, index) => [...path, index, 'key']))
