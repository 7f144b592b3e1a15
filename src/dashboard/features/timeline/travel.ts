import { type ReadonlySignal, signal } from '@preact/signals'
import type { ClockReading } from '../../../admin/calls/clock.js'
import type { Receipt } from '../../../domain/travel-receipt.js'
import { run } from '../../api.js'
import { clock, foreseen, showClock } from '../../clock.js'

/** Moves of the clock: what they would cross, and what they crossed. */

/** A move of the clock, as POST /_admin/clock takes it. */
export type Move = Readonly<Record<string, unknown>>

/** What came of asking for a move, or of making one. */
export type Outcome = Travelled | Failed

/** The receipt of a move, or of a dry run. */
export interface Travelled {
  readonly title: string
  readonly move: Move
  readonly receipt: Receipt
  /** "glance": while the pointer is there; "asking": until it is answered; "made": it was made. */
  readonly stage: 'glance' | 'asking' | 'made'
}

interface Failed {
  readonly title: string
  readonly error: unknown
}

const shown = signal<Outcome | undefined>(undefined)

/** What the last move, or the preview of one, came to. */
export const outcome: ReadonlySignal<Outcome | undefined> = shown

/** The receipt of the last move, until it is taken away: a glance at another move covers it for a while. */
let receipt: Outcome | undefined

/** Only the answer to the last question counts. */
let asked = 0

interface Question {
  readonly title: string
  readonly move: Move
  readonly stage: 'glance' | 'asking'
}

/** The question that waits while another is under way: the ones between are never asked. */
let waiting: Question | undefined
let isAsking = false

/** Previews a move: a glance lasts until `forget`, a question until it is answered. */
export async function foresee(question: Question): Promise<void> {
  waiting = question
  asked++
  if (isAsking) return
  isAsking = true
  while (waiting !== undefined) {
    const { title, move, stage }: Question = waiting
    waiting = undefined
    const number = asked
    const answer = await ask(title, { ...move, dryRun: true, force: true }, stage, move)
    if (number === asked) show(answer)
  }
  isAsking = false
}

/** Ends the preview, and takes the receipt away. */
export function forget(): void {
  receipt = undefined
  end()
}

/** Ends a glance, beneath which a receipt may lie; what asks for an answer stays. */
export function endGlance(): void {
  const { value } = shown
  if (value === undefined || 'error' in value || value.stage === 'glance') end()
}

function end(): void {
  asked++
  waiting = undefined
  show(receipt)
}

/** Makes a move, and shows its receipt. A move back has to be forced. */
export async function travel(title: string, move: Move): Promise<void> {
  const number = ++asked
  waiting = undefined
  const answer = await ask(title, { ...move, receipt: true }, 'made', move)
  receipt = 'error' in answer ? undefined : answer
  // A glance that ended meanwhile has left the place free.
  if (number === asked || shown.peek() === undefined) show(answer)
}

function show(answer: Outcome | undefined): void {
  shown.value = answer
  foreseen.value =
    answer === undefined || 'error' in answer || answer.stage === 'made' ? undefined : answer.receipt.to
}

async function ask(title: string, body: Move, stage: Travelled['stage'], move: Move): Promise<Outcome> {
  // Without `freeze` a jump to a waypoint stops a running clock.
  const keep = 'to' in move ? { freeze: clock.value?.mode === 'frozen' } : {}
  try {
    const answer = await run.send<ClockReading & { receipt: Receipt }>('POST', '/clock', { ...body, ...keep })
    if (stage === 'made') showClock(answer)
    return { title, move, stage, receipt: answer.receipt }
  } catch (error) {
    return { title, error }
  }
}
