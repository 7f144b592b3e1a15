import { useRef, useState } from 'preact/hooks'
import type { ClockReading } from '../../../admin/calls/clock.js'
import type { Receipt } from '../../../domain/travel-receipt.js'
import { send } from '../../api.js'
import { clock, showClock } from '../../clock.js'

/** A move of the clock, as POST /_admin/clock takes it. */
export type Move = Readonly<Record<string, unknown>>

/** The receipt of a move, or of a dry run. */
interface Travelled {
  readonly title: string
  readonly isPreview: boolean
  readonly receipt: Receipt
}

interface Failed {
  readonly error: unknown
}

/** Moves the clock, and gives the receipt of each move; a preview lasts as long as the pointer is on its button. */
export function useTravel() {
  const [outcome, setOutcome] = useState<Travelled | Failed | undefined>(undefined)
  const [previewed, setPreviewed] = useState<Travelled | Failed | undefined>(undefined)
  // Only the answer to the last question counts.
  const asked = useRef(0)

  const ask = async (title: string, move: Move, isPreview: boolean): Promise<Travelled | Failed> => {
    // Without `freeze` a jump to a waypoint stops a running clock.
    const keep = 'to' in move ? { freeze: clock.value?.mode === 'frozen' } : {}
    const mode = isPreview ? { dryRun: true } : { receipt: true }
    try {
      const answer = await send<ClockReading & { receipt: Receipt }>('POST', '/clock', {
        ...move,
        ...keep,
        ...mode,
      })
      if (!isPreview) showClock(answer)
      return { title, isPreview, receipt: answer.receipt }
    } catch (error) {
      return { error }
    }
  }

  return {
    outcome: previewed ?? outcome,
    async preview(title: string, move: Move) {
      const number = ++asked.current
      const answer = await ask(title, move, true)
      if (number === asked.current) setPreviewed(answer)
    },
    endPreview() {
      asked.current++
      setPreviewed(undefined)
    },
    async travel(title: string, move: Move) {
      asked.current++
      const answer = await ask(title, move, false)
      setOutcome(answer)
      setPreviewed(undefined)
    },
  }
}
