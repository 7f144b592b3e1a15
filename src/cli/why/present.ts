import { decodeSegment, route } from '../../api/route.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import type { RequestDetails } from '../../index.js'
import { counted, shortened } from '../output/format.js'

interface Holder {
  readonly id: string
  readonly owner: string
  readonly keys: readonly { readonly key: string; readonly scope: string }[]
  readonly entries: { readonly live: number; readonly expired?: number }
}

/** The present state of what a request asked for: its namespace or store, or the keys of the database. */
export async function presentLines(
  { method, path }: RequestDetails,
  { namespaces, stores, databaseKeys }: EmulatorClient,
): Promise<string[]> {
  const found = route(method, path)
  if (found.operation === undefined) return []
  const id = decodeSegment(found.segments[0]) ?? ''
  switch (found.operation.interface) {
    case 'kv':
      return holderLines(await namespaces.list(), id, 'namespace')
    case 'config':
      return holderLines(await stores.list(), id, 'config store')
    case 'documents': {
      const keys = await databaseKeys.list()
      return [keys.length === 0 ? 'no database key' : `database keys: ${listed(keys.map(({ key }) => key))}`]
    }
  }
}

function holderLines(holders: readonly Holder[], id: string, noun: string): string[] {
  const holder = holders.find((one) => one.id === id)
  if (holder === undefined) {
    const others = holders.length === 0 ? '' : `; there is ${listed(holders.map((one) => one.id))}`
    return [`no ${noun} ${id}${others}`]
  }
  const { owner, keys, entries } = holder
  const { live, expired = 0 } = entries
  const gone = expired === 0 ? '' : ` and ${expired} expired`
  return [
    `${noun} ${id} with ${counted(live, 'live entry', 'live entries')}${gone}, owner ${owner}`,
    keys.length === 0 ? 'no key of it' : `keys: ${listed(keys.map(({ key, scope }) => `${key} (${scope})`))}`,
  ]
}

const listed = (names: readonly string[]): string => shortened(names, (name) => name).join(', ')
