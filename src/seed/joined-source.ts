import { isObject, isRecord } from '../core/objects.js'
import { identityOf } from './items.js'
import type { ProblemTarget, SourceDocument, SourceMap } from './text/positions.js'
import type { Path } from './text/problems.js'

/** Data from one of the joined documents, and its path there. */
interface Part {
  readonly document: SourceDocument
  readonly data: unknown
  readonly path: Path
}

/** Maps parts of joined documents to their sources; if there are several, to the last. */
export class JoinedSource implements SourceMap {
  readonly #joined: unknown
  readonly #documents: readonly SourceDocument[]
  /** Cached items of lists, by the item itself and by its key or id. */
  readonly #items = new Map<readonly unknown[], ReadonlyMap<unknown, number>>()

  constructor(joined: unknown, documents: readonly SourceDocument[]) {
    this.#joined = joined
    this.#documents = documents
  }

  textAt(path: Path): SourceMap {
    const { document, path: within } = this.#partAt(path)
    return document.source?.textAt(within) ?? this
  }

  find(path: Path, target: ProblemTarget) {
    const { document, path: within } = this.#partAt(path)
    return document.source?.find(within, target) ?? { file: 'seed', line: 1, column: 1, source: '' }
  }

  #partAt(path: Path): Part {
    let parts: readonly Part[] = this.#documents.map((document) => ({
      document,
      data: document.data,
      path: [],
    }))
    let joined = this.#joined
    for (const [depth, step] of path.entries()) {
      joined = isObject(joined) ? Reflect.get(joined, step) : undefined
      const within = parts.flatMap((part) => this.#childOf(part, step, joined))
      // Data from a single document is still the very object that was read.
      const whole = within.filter(({ data }) => isObject(joined) && data === joined)
      if (within.length === 0) return lastOf(parts, path.slice(depth))
      parts = whole.length > 0 ? whole : within
    }
    return lastOf(parts, [])
  }

  #childOf({ document, data, path }: Part, step: string | number, joined: unknown): Part[] {
    if (!Array.isArray(data)) {
      if (!isRecord(data) || !Object.hasOwn(data, step)) return []
      return [{ document, data: data[step], path: [...path, step] }]
    }
    const items = this.#itemsOf(data, path.at(-1))
    const index = items.get(joined) ?? items.get(identityOf(joined, path.at(-1)))
    return index === undefined ? [] : [{ document, data: data[index], path: [...path, index] }]
  }

  #itemsOf(list: readonly unknown[], name: string | number | undefined): ReadonlyMap<unknown, number> {
    const known = this.#items.get(list)
    if (known !== undefined) return known
    const items = new Map<unknown, number>()
    for (const [index, item] of list.entries()) {
      items.set(item, index)
      const identity = identityOf(item, name)
      if (identity !== undefined) items.set(identity, index)
    }
    this.#items.set(list, items)
    return items
  }
}

function lastOf(parts: readonly Part[], rest: Path): Part {
  const [last] = parts.slice(-1)
  if (last === undefined) throw new Error('nothing was joined')
  return { ...last, path: [...last.path, ...rest] }
}
