import type { DatabaseKeyInfo } from '../../../../src/admin/calls/database-keys.js'
import type { StoreInfo } from '../../../../src/admin/calls/stores.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { run } from '../../../api.js'
import { Action, Button } from '../../../components/button.js'
import { Loaded } from '../../../components/notice.js'
import { ShortText } from '../../../components/short-text.js'
import { openDialog } from '../../../features/dialogs.js'
import { useLive } from '../../../live.js'
import { type PassingCredential, passing } from './passing.js'
import { asSent } from './send-data.js'
import type { RequestSubject } from './subject.js'
import type { ToSend } from './to-send.js'

/** More would not be read: the Connect panel has them all. */
const SHOWN_MAX = 4

interface PassingKeysProps {
  readonly subject: RequestSubject
  readonly request: RequestDetails
  readonly send: (changed: ToSend) => Promise<unknown>
}

/** The credentials that would pass if the one that was sent did not. */
export function PassingKeys({ subject, request, send }: PassingKeysProps) {
  const live = useLive(`credentials for ${request.id}`, (signal) => load(subject, request, signal), {
    on: ['reset', subject.area],
  })
  return (
    <Loaded of={live}>
      {(all) => (
        <>
          {all.length === 0 ? (
            <p class="hint">No credential of this world would pass.</p>
          ) : (
            <ul class="stack tight" aria-label="Credentials that would pass">
              {all.slice(0, SHOWN_MAX).map((one, index) => (
                <li key={one.credential} class="row">
                  <Action
                    small
                    kind={index === 0 ? 'primary' : 'plain'}
                    aria-label={`Send with it: ${one.credential}`}
                    run={async () =>
                      send({
                        ...asSent(request),
                        headers: await one.headers(asSent(request).headers, tokenOf),
                      })
                    }
                  >
                    Send with it
                  </Action>
                  <ShortText mono text={one.credential} />
                  <span class="hint">{one.about}</span>
                </li>
              ))}
            </ul>
          )}
          <p>
            <Button
              small
              kind="quiet"
              onClick={() => openDialog({ kind: 'connect', holder: subject.holder })}
            >
              All credentials
            </Button>
          </p>
        </>
      )}
    </Loaded>
  )
}

async function load(
  { area, operation, holder: id }: RequestSubject,
  { credential: refused }: RequestDetails,
  signal: AbortSignal,
): Promise<readonly PassingCredential[]> {
  if (area === 'database') {
    const { databaseKeys } = await run.get<{ databaseKeys: readonly DatabaseKeyInfo[] }>(
      '/database-keys',
      {},
      signal,
    )
    return passing(operation, { databaseKeys, record: id, refused })
  }
  const answer = await run.get<Readonly<Record<string, readonly StoreInfo[]>>>(`/${area}`, {}, signal)
  const holder = answer[area]?.find((one) => one.id === id)
  return holder === undefined ? [] : passing(operation, { holder, refused })
}

const tokenOf = async (sub: string): Promise<string> =>
  (await run.send<{ token: string }>('POST', '/tokens', { sub })).token
