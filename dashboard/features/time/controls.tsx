import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import { send } from '../../api.js'
import { clock, now, showClock } from '../../clock.js'
import { Button, useAction } from '../../components/button.js'
import { Icon } from '../../components/icon.js'
import { farSpan } from '../../lib/format.js'
import { say } from '../said.js'
import { timeline } from '../world-data.js'
import { endGlance, foresee, travel } from './travel.js'

type Jump = readonly [label: string, move: { readonly advance: string } | { readonly to: Waypoint }]

type Waypoint = 'next-expiry' | 'next-month'

const JUMPS: readonly Jump[] = [
  ['+1 h', { advance: '1h' }],
  ['+1 day', { advance: '1d' }],
  ['Next expiry', { to: 'next-expiry' }],
  ['Month end', { to: 'next-month' }],
]

/** Hovering previews a jump, and so does the first tap on a touch screen. */
export function Jumps({ of = JUMPS }: { readonly of?: readonly Jump[] }) {
  return (
    <>
      {of.map(([label, move]) => {
        const question = (event: Event, stage: 'glance' | 'asking') => {
          const { left } = (event.currentTarget as Element).getBoundingClientRect()
          void foresee({ title: label, move, stage, left })
        }
        return (
          <Button
            key={label}
            small
            onPointerEnter={(event) => event.pointerType !== 'touch' && question(event, 'glance')}
            onFocus={(event) => event.currentTarget.matches(':focus-visible') && question(event, 'glance')}
            onPointerLeave={endGlance}
            onBlur={endGlance}
            onClick={(event) => (isTouch(event) ? question(event, 'asking') : travel(label, move))}
          >
            {label}
            {'to' in move && <Distance to={move.to} />}
          </Button>
        )
      })}
    </>
  )
}

function Distance({ to }: { readonly to: Waypoint }) {
  const { expiries, months } = timeline.data.value ?? {}
  const at = (to === 'next-month' ? months : expiries?.first)?.find((one) => one.at > now.value)?.at
  // An attribute rather than text, so that the button's accessible name doesn't change every second.
  return (
    <span class="distance" aria-hidden="true" data-ahead={at === undefined ? '' : farSpan(at - now.value)} />
  )
}

/** You can't hover on a touch screen. */
const isTouch = (event: MouseEvent): boolean => event instanceof PointerEvent && event.pointerType === 'touch'

export const steer = async (move: object) => showClock(await send<ClockInfo>('POST', '/clock', move))

export function Freeze() {
  const isFrozen = clock.value?.mode === 'frozen'
  const label = isFrozen ? 'Run' : 'Freeze'
  const { isBusy, start } = useAction(() =>
    steer({ freeze: !isFrozen }).catch((error: unknown) => say({ text: label, error })),
  )
  return (
    <Button small aria-label={label} title={`${label} the clock`} aria-busy={isBusy} onClick={start}>
      <Icon of={isFrozen ? 'run' : 'pause'} />
    </Button>
  )
}
