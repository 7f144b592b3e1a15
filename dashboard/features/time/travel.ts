import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import type { Receipt } from '../../../src/domain/travel-receipt.js'
import { run } from '../../api.js'
import { clock, foreseen, showClock } from '../../clock.js'
import { listen } from '../../live.js'
import { route } from '../../router.js'

/** Body of POST /_admin/clock. */
export type MoveBody = Readonly<Record<string, unknown>>

export type MoveOutcome = ShownReceipt | Failed

export interface ShownReceipt {
  readonly title: string
  readonly move: MoveBody
  readonly receipt: Receipt
  /** "glance": shown while hovering; "asking": waits for an answer; "made": done. */
  readonly stage: 'glance' | 'asking' | 'made'
}

interface Failed {
  readonly title: string
  readonly error: unknown
}

/** Outcome of the last move. */
const made = signal<MoveOutcome | undefined>(undefined)

/** Covers the outcome of the last move. */
const preview = signal<MoveOutcome | undefined>(undefined)

export const outcome: ReadonlySignal<MoveOutcome | undefined> = computed(() => preview.value ?? made.value)

interface Question {
  readonly title: string
  readonly move: MoveBody
  readonly stage: 'glance' | 'asking'
  /** Left edge of the control, in px; the note appears below it. */
  readonly left?: number
}

/** Left edge of the note in px. */
export const noteLeft = signal(0)

/** Only the last question gets an answer. */
let asked: Question | undefined

/** One question at a time: of those in between only the last is asked. */
let isAsking = false

/** Previews a move. A glance lasts until `endGlance`, a question until it is answered. */
export async function foresee(question: Question): Promise<void> {
  asked = question
  if (question.left !== undefined) noteLeft.value = question.left
  if (isAsking) return
  isAsking = true
  let answered: Question | undefined
  while (asked !== undefined && asked !== answered) {
    const { title, move, stage } = asked
    answered = asked
    const answer = await ask(title, { ...move, dryRun: true, force: true }, stage, move)
    if (asked === answered) show(answer)
  }
  isAsking = false
}

export function forgetReceipt(): void {
  made.value = undefined
}

export function forget(): void {
  forgetReceipt()
  endPreview()
}

const view = computed(() => route.value.view)

/**
 * Hides the receipt when the clock moves otherwise, the world is reset, or another view opens. Asks for a preview
 * again.
 */
export function followMoves(): void {
  const askAgain = () => asked !== undefined && void foresee(asked)
  listen('clock', (readings) => {
    const last = made.peek()
    const to = last === undefined || 'error' in last ? undefined : last.receipt.to
    // The `change` event of the area "clock" has no time.
    if ((readings as readonly Partial<ClockInfo>[]).some(({ now = to }) => now !== to)) forgetReceipt()
    askAgain()
  })
  listen('reset', () => {
    forgetReceipt()
    askAgain()
  })
  effect(() => {
    if (view.value) forgetReceipt()
  })
}

/** Leaves questions that wait for an answer. */
export function endGlance(): void {
  if (asked?.stage === 'glance') endPreview()
}

function endPreview(): void {
  asked = undefined
  show(undefined)
}

/** @param move needs `force` to go back */
export async function travel(title: string, move: MoveBody): Promise<void> {
  const before = asked
  made.value = await ask(title, { ...move, receipt: true }, 'made', move)
  // A preview that was asked for in the meantime stays on top.
  if (asked === before) endPreview()
}

function show(answer: MoveOutcome | undefined): void {
  preview.value = answer
  foreseen.value = answer === undefined || 'error' in answer ? undefined : answer.receipt.to
}

async function ask(
  title: string,
  body: MoveBody,
  stage: ShownReceipt['stage'],
  move: MoveBody,
): Promise<MoveOutcome> {
  // Without `freeze`, a jump to a waypoint stops the clock.
  const keep = 'to' in move ? { freeze: clock.value?.mode === 'frozen' } : {}
  try {
    const answer = await run.send<ClockInfo & { receipt: Receipt }>('POST', '/clock', { ...body, ...keep })
    if (stage === 'made') showClock(answer)
    return { title, move, stage, receipt: answer.receipt }
  } catch (error) {
    return { title, error }
  }
}
