import { useState } from 'preact/hooks'
import { type Live, useLive } from '../live.js'
import { Button } from './button.js'

const PAGE_SIZE = 50

export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** Undefined on the last page. */
  readonly next?: string | undefined
}

export interface PageOf {
  readonly limit: number
  readonly after: string | undefined
}

export interface Pages<Row> extends Live<Listed<Row>> {
  readonly before: number
  readonly goOn: () => void
  readonly goBack: () => void
}

/** @param key the query. A new one starts at the first page. */
export function usePages<Row>(
  of: string,
  key: string,
  load: (page: PageOf, signal: AbortSignal) => Promise<Listed<Row>>,
): Pages<Row> {
  const list = JSON.stringify([of, key])
  const [place, setPlace] = useState<{ list: string; afters: readonly string[] }>({ list, afters: [] })
  const afters = place.list === list ? place.afters : []
  const after = afters.at(-1)
  const query = JSON.stringify([key, after])
  const live = useLive(of, (signal) => load({ limit: PAGE_SIZE, after }, signal), { query })
  return {
    ...live,
    before: afters.length,
    goOn() {
      const next = live.isFormer ? undefined : live.data?.next
      if (next !== undefined) setPlace({ list, afters: [...afters, next] })
    },
    goBack: () => setPlace({ list, afters: afters.slice(0, -1) }),
  }
}

export function Pager({ pages: { data, before, goOn, goBack } }: { readonly pages: Pages<unknown> }) {
  if (before === 0 && data?.next === undefined) return null
  return (
    <nav class="row pager" aria-label="Pages">
      <Button small disabled={before === 0} onClick={goBack}>
        Previous
      </Button>
      <span>Page {before + 1}</span>
      <Button small disabled={data?.next === undefined} onClick={goOn}>
        Next
      </Button>
    </nav>
  )
}
