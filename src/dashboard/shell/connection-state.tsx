import { dashboardPath, world } from '../address.js'
import { connection, refusedBy } from '../live.js'

const TEXTS = { connecting: 'connecting', live: 'live', lost: 'no connection' } as const

/** Whether the page is up to date: connecting, live, or without a connection. */
export function ConnectionState() {
  const refusal = refusedBy.value
  const isGone = world !== undefined && refusal?.status === 404
  return (
    <>
      <span class={`connection ${connection.value}`} role="status">
        {TEXTS[connection.value]}
      </span>
      {connection.value === 'lost' && (
        <p class="banner" role="alert">
          {isGone ? (
            <>
              The world {world} is gone. <a href={dashboardPath(undefined)}>Go to the default world</a>
            </>
          ) : (
            (refusal?.message ?? 'The emulator does not answer. What is shown here is the last that it said.')
          )}
        </p>
      )}
    </>
  )
}
