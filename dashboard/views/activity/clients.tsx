import type { Client } from '../../../src/journal/clients.js'
import { run } from '../../api.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { ShortText } from '../../components/short-text.js'
import { type Column, Table } from '../../components/table.js'
import { count, pause, rate } from '../../lib/format.js'
import { subjectText } from '../../lib/request-text.js'
import { visible } from '../../lib/visible-text.js'
import { useAnswer } from '../../live.js'
import { openQuery } from '../../router.js'

/** ms: each answer looks at many requests. */
const REST_MS = 2000

/** Who sent the last requests: how many, how often, and which of them polls too often. */
export function Clients() {
  const live = useAnswer<{ clients: readonly Client[] }>(run.get, '/clients', {
    on: ['request', 'reset', 'requests'],
    restMs: REST_MS,
  })
  return (
    <Loaded of={live}>
      {({ clients }) => {
        if (clients.length === 0)
          return <Empty title="No request yet">Each client has a line here, with how often it asks.</Empty>
        return (
          <Card title="Clients of the last 500 requests" flush>
            <Table
              caption="Clients"
              columns={COLUMNS}
              rows={clients}
              keyOf={({ credential, userAgent }) => JSON.stringify([credential, userAgent])}
              onOpen={({ credential, userAgent }) =>
                openQuery({ tab: '', credential: credential ?? 'none', agent: userAgent || 'none' })
              }
            />
          </Card>
        )
      }}
    </Loaded>
  )
}

const COLUMNS: readonly Column<Client>[] = [
  {
    title: 'Credential',
    cell: ({ credential }) => (credential === null ? 'none' : <ShortText mono text={visible(credential)} />),
  },
  { title: 'User-Agent', cell: ({ userAgent }) => <ShortText text={visible(userAgent) || 'none'} /> },
  { title: 'Requests', width: '5.5rem', align: 'end', cell: ({ requests }) => count(requests) },
  { title: 'Refused', width: '5.5rem', align: 'end', minor: true, cell: ({ refused }) => count(refused) },
  {
    title: 'Per minute',
    width: '7rem',
    align: 'end',
    minor: true,
    cell: ({ perMinute }) => (perMinute === null ? '' : rate(perMinute)),
  },
  {
    title: 'Asked most',
    minor: true,
    cell: ({ most }) => (
      <ShortText mono text={visible(`${count(most.count)} × ${most.method} ${subjectText(most.path)}`)} />
    ),
  },
  {
    title: 'Shortest pause',
    width: '8rem',
    align: 'end',
    minor: true,
    cell: ({ shortestPauseMs }) => (shortestPauseMs === null ? '' : pause(shortestPauseMs)),
  },
]
