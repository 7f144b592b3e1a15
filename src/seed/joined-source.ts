import { isObject } from '../core/objects.js'
import { identityOf } from './items.js'
import type { ProblemTarget, SourceDocument, SourceMap } from './text/positions.js'
import type { Path } from './text/problems.js'

/** A path of the joined data as it is in one of the documents, which may only contain its first `depth` steps. */
interface Place {
  readonly document: SourceDocument
  readonly path: Path
  readonly depth: number
}

type Step = string | number

/** Maps each part of the joined data to the document it came from. If several documents have it, the last one wins. */
export class JoinedSource implements SourceMap {
  /** List indexes, both by the item itself and by its key or id. */
  readonly #indexes = new Map<readonly unknown[], ReadonlyMap<unknown, number>>()

  constructor(
    private readonly joined: unknown,
    private readonly documents: readonly SourceDocument[],
  ) {}

  textAt(path: Path): SourceMap {
    const { document, path: within } = this.#placeOf(path)
    return document.source?.textAt(within) ?? this
  }

  find(path: Path, target: ProblemTarget) {
    const { document, path: within } = this.#placeOf(path)
    return document.source?.find(within, target) ?? { file: 'seed', line: 1, column: 1, source: '' }
  }

  #placeOf(path: Path): Place {
    const places = this.documents.map((document): Place => {
      const within = this.#pathIn(document.data, path)
      const depth = within.length
      return { document, path: [...within, ...path.slice(depth)], depth }
    })
    return places.reduce((best, place) => (place.depth >= best.depth ? place : best))
  }

  /** Follows a path of the joined data in one document, up to the first item that another document has replaced. */
  #pathIn(data: unknown, path: Path): Path {
    const within: Step[] = []
    let [own, joined] = [data, this.joined]
    for (const [depth, step] of path.entries()) {
      joined = isObject(joined) ? Reflect.get(joined, step) : undefined
      const ownStep = Array.isArray(own) ? this.#indexOf(own, joined, path[depth - 1]) : step
      if (ownStep === undefined || !isObject(own) || !Object.hasOwn(own, ownStep)) break
      within.push(ownStep)
      own = Reflect.get(own, ownStep)
    }
    return within
  }

  #indexOf(list: readonly unknown[], item: unknown, name: Step | undefined): number | undefined {
    const indexes = this.#indexes.get(list) ?? indexesOf(list, name)
    this.#indexes.set(list, indexes)
    return indexes.get(item) ?? indexes.get(identityOf(item, name))
  }
}

function indexesOf(list: readonly unknown[], name: Step | undefined): ReadonlyMap<unknown, number> {
  const indexes = new Map<unknown, number>()
  for (const [index, item] of list.entries()) {
    indexes.set(item, index)
    const identity = identityOf(item, name)
    if (identity !== undefined) indexes.set(identity, index)
  }
  return indexes
}
