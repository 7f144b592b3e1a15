import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card, Page } from '../../components/page.js'
import { ShortText } from '../../components/short-text.js'
import { type Column, Table } from '../../components/table.js'
import { count, counted, pause, rate } from '../../lib/format.js'
import { subjectText } from '../../lib/request-text.js'
import { visible } from '../../lib/visible-text.js'
import { useAnswer } from '../../live.js'
import { linkTo } from '../../router.js'
import { type Client, clientsOf } from './clients-of.js'

/** Real ms between loads, since the responses are large. */
const REST_MS = 2000

export function Clients() {
  const live = useAnswer<{ requests: readonly RequestSummary[] }>(run.get, '/requests', {
    parameters: { limit: 500 },
    on: ['request', 'reset', 'requests'],
    restMs: REST_MS,
  })
  return (
    <Page title="Clients">
      <Loaded of={live}>
        {({ requests }) => {
          if (requests.length === 0)
            return (
              <Empty title="No requests yet">Clients appear here, with how often they send requests.</Empty>
            )
          return (
            <Card title={`Clients of the last ${counted(requests.length, 'request')}`} flush>
              <Table
                caption="Clients"
                columns={COLUMNS}
                rows={clientsOf(requests)}
                keyOf={({ credential, userAgent }) => JSON.stringify([credential, userAgent])}
                onOpen={({ credential, userAgent }) =>
                  location.assign(
                    linkTo('activity', { credential: credential ?? 'none', agent: userAgent || 'none' }),
                  )
                }
              />
            </Card>
          )
        }}
      </Loaded>
    </Page>
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
    cell: ({ perMinute }) => (perMinute === undefined ? '' : rate(perMinute)),
  },
  {
    title: 'Top request',
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
    cell: ({ shortestPauseMs }) => (shortestPauseMs === undefined ? '' : pause(shortestPauseMs)),
  },
]
