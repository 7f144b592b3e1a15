import { dashboardPath, world } from '../address.js'
import { connection, refusedBy, SILENCE_MS, silent } from '../live.js'

const TEXTS = {
  connecting: 'connecting',
  live: 'live',
  silent: `silent for ${SILENCE_MS / 1000} s`,
  lost: 'no connection',
} as const

const GONE = {
  silent: 'No updates from the emulator. The data may be out of date, and the clock is paused.',
  lost: "Can't reach the emulator. The data may be out of date, and the clock is paused.",
} as const

export function ConnectionDot() {
  return (
    <span class={`connection ${connection.value}`} role="status" title={TEXTS[connection.value]}>
      <span class="unseen">{TEXTS[connection.value]}</span>
    </span>
  )
}

export function ConnectionBanner() {
  if (!silent.value) return null
  const refusal = refusedBy.value
  const isGone = world !== undefined && refusal?.status === 404
  return (
    <p class="banner" role="alert">
      {isGone ? (
        <>
          World {world} no longer exists. <a href={dashboardPath(undefined)}>Go to the default world</a>
        </>
      ) : (
        (refusal?.message ?? GONE[connection.value === 'silent' ? 'silent' : 'lost'])
      )}
    </p>
  )
}
