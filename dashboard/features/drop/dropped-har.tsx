import { useMemo, useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../../src/admin/calls/worlds.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { StatusChip } from '../../components/chip.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'
import type { HarRequest } from './read.js'
import { databaseAddress, isOfDatabase, type Prepared, prepared, sendAgain } from './send-again.js'

interface DroppedHarProps {
  readonly requests: readonly HarRequest[]
  /** Entries that are not requests to the services. */
  readonly left: number
  readonly onClose: () => void
}

const SHOWN_MAX = 200

/** Recorded requests, to look at and to send again. */
export function DroppedHar({ requests: recorded, left, onClose }: DroppedHarProps) {
  const requests = useMemo(() => recorded.map(prepared), [recorded])
  const connection = useLive((signal) => run.get<ConnectionInfo>('/world', {}, signal), undefined, [])
  const [answered, setAnswered] = useState<readonly (number | null)[]>([])
  const [first, setFirst] = useState<string | undefined>(undefined)
  const [isUndone, setIsUndone] = useState(false)
  const { isBusy, error, start } = useAction(async () => {
    const [newest] = await newestRequests({ limit: 1 })
    setAnswered([])
    const addresses = connection.data ?? (await run.get<ConnectionInfo>('/world'))
    for (const request of requests) {
      const status = await sendAgain(request, addresses)
      setAnswered((before) => [...before, status ?? null])
    }
    const sent = await newestRequests(newest === undefined ? {} : { since: newest.id })
    setFirst(sent.at(-1)?.id)
  })
  const undo = useAction(async () => {
    await run.send('POST', '/undo', { to: first })
    setIsUndone(true)
  })
  const differing = answered.filter((status, index) => status !== (requests[index]?.status || null)).length
  const isSent = answered.length === requests.length
  return (
    <Form class="stack" onSubmit={start}>
      <p>
        Sending them again makes {counted(requests.length, 'request')} to this world, one after the other and
        as recorded: method, path, headers and body. They are answered by the state and the time of now, count
        against limits, and change what they change.
        {left > 0 && ` ${counted(left, 'other entry', 'other entries')} of the file are left out.`}
      </p>
      <Otherwise requests={requests} />
      <DatabaseAddress of={connection.data} requests={requests} />
      <ol class="har" aria-label="Recorded requests">
        {requests.slice(0, SHOWN_MAX).map(({ method, target, status }, index) => (
          <li key={index}>
            <b>{method}</b> <ShortText mono text={target} />
            <span class="har-statuses">
              <StatusChip status={status === 0 ? null : status} />
              {index < answered.length && (
                <>
                  <span aria-hidden="true">→</span>
                  <span class="unseen">now</span>
                  <StatusChip status={answered[index] ?? null} />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {requests.length > SHOWN_MAX && (
        <p class="hint">and {counted(requests.length - SHOWN_MAX, 'more', 'more')}, which are sent too</p>
      )}
      <div role="status">
        {isBusy && answered.length < requests.length && `Sent ${answered.length} of ${requests.length}.`}
        {isSent && !isUndone && `Sent all. ${counted(differing, 'status', 'statuses')} other than recorded.`}
        {isUndone && 'Back before the first of them.'}
      </div>
      <InlineError error={error ?? undo.error} />
      <div class="form-end">
        <Button onClick={onClose}>{isSent ? 'Close' : 'Cancel'}</Button>
        {isSent && first !== undefined && !isUndone && (
          <Button aria-busy={undo.isBusy} onClick={undo.start}>
            Undo all of them
          </Button>
        )}
        {isSent ? (
          <a class="button primary" href={linkTo('requests')} onClick={onClose}>
            See them
          </a>
        ) : (
          <Button type="submit" kind="primary" aria-busy={isBusy}>
            Send {counted(requests.length, 'request')} again
          </Button>
        )}
      </div>
    </Form>
  )
}

const newestRequests = async (query: Readonly<Record<string, string | number>>) =>
  (await run.get<{ requests: readonly RequestSummary[] }>('/requests', query)).requests

/** What is not sent as it was recorded, and why. */
function Otherwise({ requests }: { readonly requests: readonly Prepared[] }) {
  const signed = requests.filter(({ claims }) => claims !== undefined).length
  const unsent = requests.filter((request) => request.unsent.length > 0)
  const names = [...new Set(unsent.flatMap((request) => request.unsent))]
  return (
    <>
      {signed > 0 && (
        <p>
          The file has no signature of the token of {counted(signed, 'request')}: a token with the same claims
          is made for each, by the emulator’s own provider.
        </p>
      )}
      {unsent.length > 0 && (
        <p>
          Without {names.join(', ')}, whose signature is not in the file: {counted(unsent.length, 'request')}.
        </p>
      )}
    </>
  )
}

/** Where requests to the database go, if it has a port of its own. */
function DatabaseAddress({ of, requests }: AddressProps) {
  const isNeeded = requests.some(({ target }) => isOfDatabase(target))
  if (of === undefined || of.dbBaseUrl === of.baseUrl || !isNeeded) return null
  return (
    <p>
      Those to the database go to <code class="text">{databaseAddress(of)}</code>.
    </p>
  )
}

interface AddressProps {
  readonly of: ConnectionInfo | undefined
  readonly requests: readonly Prepared[]
}
