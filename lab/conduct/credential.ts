import type { Duty, Occasion } from './duty.js'

/** Ids of the requests that a key was used for, by kind. */
interface Use {
  readonly read: string[]
  readonly write: string[]
}

/**
 * Judges the keys of namespaces and stores by the kinds of requests they're used for. Only admin keys allow more than
 * one kind. For database keys, requests don't show whether a key can see more than the client needs.
 */
export const credential: Duty = {
  id: 'credential',
  duty: 'No admin key is used where a read or write key is enough.',
  section: 'Authentication AB.2',
  judge({ records, scopeOf, operations }) {
    const uses = new Map<string, Use>()
    for (const { operation, credential: key, id } of records) {
      const row = operations?.named(operation)
      if (row?.credential !== 'scoped-key' || key === null) continue
      const use = uses.get(key) ?? { read: [], write: [] }
      uses.set(key, use)
      use[row.access].push(id)
    }
    const occasions: Occasion[] = []
    for (const [key, { read, write }] of uses) {
      const scope = scopeOf(key)
      if (scope === undefined) continue
      const requests = [...read, ...write]
      if (scope !== 'admin' || (read.length > 0 && write.length > 0)) occasions.push({ requests })
      else {
        const kind = read.length > 0 ? 'read' : 'write'
        const wrong = `${key} is an admin key, but was only used to ${kind}: a ${kind} key is enough`
        occasions.push({ requests, wrong })
      }
    }
    return occasions
  },
}
