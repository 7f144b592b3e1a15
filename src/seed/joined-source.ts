import { isObject } from '../core/objects.js'
import { identityOf } from './items.js'
import type { ProblemTarget, SourceDocument, SourceMap } from './text/positions.js'
import type { Path } from './text/problems.js'

/** A path of the joined data in one of the documents, which has its first `depth` steps. */
interface Place {
  readonly document: SourceDocument
  readonly path: Path
  readonly depth: number
}

type Step = string | number

/** Maps parts of joined data to the documents that they come from; if several have a part, to the last. */
export class JoinedSource implements SourceMap {
  /** Indexes of the items of lists, by the item itself and by its key or id. */
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

  /** Follows a path of the joined data in one document. Stops at an item that was replaced by that of another. */
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
