import { ask } from '../ask.js'
import type { Load } from '../load/load.js'
import type { Measurement } from '../measurement.js'
import { BY_DATABASE_KEY, BY_KEY, entryPath } from '../subject.js'
import { type Contender, inTurns, line } from './http.js'

const MILLION = 1_000_000
const ROUNDS = 5
/** How many different keys are asked for. */
const SPREAD = 1000
/** As many as the service gives at once. */
const PAGE = 100
/** Where the deep page begins. */
const DEPTH = 500_000

const contender = (load: Load): Contender => ({ load, results: [] })

/** GETs of keys all over a million entries, beside GETs of as many keys among a thousand. */
export const manyEntries: Measurement = {
  name: 'million-entries',
  async measure(bench) {
    const { servers } = bench
    await using few = await servers.emulator(servers.seedFile({ entries: SPREAD }), { core: 'server' })
    await using many = await servers.emulator(servers.seedFile({ entries: MILLION }), { core: 'server' })
    const reads = (baseUrl: string, entries: number) => {
      const keys = Array.from({ length: SPREAD }, (_, index) => 1 + ((index * 7919) % entries))
      return contender({ baseUrl, paths: keys.map(entryPath), method: 'GET', headers: BY_KEY })
    }
    const ofFew = reads(few.url, SPREAD)
    const ofMany = reads(many.url, MILLION)
    await inTurns(bench, ROUNDS, [ofFew, ofMany])
    return [
      {
        ...line('get, 1,000,000 entries', '1,000 entries', ofFew.results, ofMany.results),
        aim: { ratio: 0.9 },
      },
    ]
  },
}

/** A page deep in a million documents, beside the first one. */
export const deepPage: Measurement = {
  name: 'deep-page',
  async measure(bench) {
    const { servers } = bench
    await using server = await servers.emulator(servers.seedFile({ documents: MILLION }), { core: 'server' })
    const first = `/documents?limit=${PAGE}`
    const pageAt = (path: string) =>
      contender({ baseUrl: server.url, paths: [path], method: 'GET', headers: BY_DATABASE_KEY })
    const ofFirst = pageAt(first)
    const ofDeep = pageAt(await pageAfter(server.url, first, DEPTH / PAGE))
    await inTurns(bench, ROUNDS, [ofFirst, ofDeep])
    return [
      {
        ...line('page after 500,000 documents', 'first page', ofFirst.results, ofDeep.results),
        aim: { ratio: 0.9 },
      },
    ]
  },
}

/** The path of a page, found as clients find it: from page to page. */
async function pageAfter(baseUrl: string, first: string, pages: number): Promise<string> {
  let path = first
  for (let turned = 0; turned < pages; turned++) {
    const { headers } = await ask(baseUrl + path, { headers: BY_DATABASE_KEY })
    const next = headers['x-next']
    if (typeof next !== 'string') throw new Error(`there is no page after ${turned}`)
    const { pathname, search } = new URL(next, baseUrl)
    path = pathname + search
  }
  return path
}
