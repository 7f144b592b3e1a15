import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import type { Receipt } from '../../../src/domain/travel-receipt.js'
import { run } from '../../api.js'
import { clock, foreseen, showClock } from '../../clock.js'
import { listen } from '../../live.js'
import { route } from '../../router.js'

/** The body of `POST /_admin/clock`. */
export type MoveBody = Readonly<Record<string, unknown>>

export type MoveOutcome = ShownReceipt | Failed

export interface ShownReceipt {
  readonly title: string
  readonly move: MoveBody
  readonly receipt: Receipt
  /** "glance" while hovering, "asking" until the user confirms, and "made" once it's done. */
  readonly stage: 'glance' | 'asking' | 'made'
}

interface Failed {
  readonly title: string
  readonly error: unknown
}

const made = signal<MoveOutcome | undefined>(undefined)

/** Shown in place of the last move's result. */
const preview = signal<MoveOutcome | undefined>(undefined)

export const outcome: ReadonlySignal<MoveOutcome | undefined> = computed(() => preview.value ?? made.value)

interface Question {
  readonly title: string
  readonly move: MoveBody
  readonly stage: 'glance' | 'asking'
  /** Left edge of the control in px, for the note below it. */
  readonly left?: number
}

/** In px. */
export const noteLeft = signal(0)

/** The latest question. Answers to earlier ones are dropped. */
let asked: Question | undefined

/** Only one question is in flight at a time. Of those that come in meanwhile, only the last is sent. */
let isAsking = false

/** A glance lasts until `endGlance`, and a question until the user answers it. */
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
 * Hides the receipt once someone else moves the clock, the world is reset or another view opens. Also refreshes the
 * preview.
 */
export function followMoves(): void {
  const askAgain = () => asked !== undefined && void foresee(asked)
  listen('clock', (readings) => {
    const last = made.peek()
    const to = last === undefined || 'error' in last ? undefined : last.receipt.to
    // The `change` event for the area "clock" has no time.
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

/** Questions that wait for confirmation stay open. */
export function endGlance(): void {
  if (asked?.stage === 'glance') endPreview()
}

function endPreview(): void {
  asked = undefined
  show(undefined)
}

/** @param move must include `force` to go back in time */
export async function travel(title: string, move: MoveBody): Promise<void> {
  const before = asked
  made.value = await ask(title, { ...move, receipt: true }, 'made', move)
  // Keep a preview that was requested in the meantime.
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
  // Without `freeze`, jumping to a waypoint stops the clock.
  const keep = 'to' in move ? { freeze: clock.value?.mode === 'frozen' } : {}
  try {
    const answer = await run.send<ClockInfo & { receipt: Receipt }>('POST', '/clock', { ...body, ...keep })
    if (stage === 'made') showClock(answer)
    return { title, move, stage, receipt: answer.receipt }
  } catch (error) {
    return { title, error }
  }
}
