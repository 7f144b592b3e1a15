import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import type { Receipt } from '../../../src/domain/travel-receipt.js'
import { run } from '../../api.js'
import { clock, foreseen, showClock } from '../../clock.js'
import { listen } from '../../live.js'
import { route } from '../../router.js'

/** Moves of the clock: what they would cross, and what they crossed. */

/** A move of the clock, as POST /_admin/clock takes it. */
export type MoveBody = Readonly<Record<string, unknown>>

/** What came of asking for a move, or of making one. */
export type MoveOutcome = ShownReceipt | Failed

/** The receipt of a move, or of a dry run. */
export interface ShownReceipt {
  readonly title: string
  readonly move: MoveBody
  readonly receipt: Receipt
  /** "glance": while the pointer is there; "asking": until it is answered; "made": it was made. */
  readonly stage: 'glance' | 'asking' | 'made'
}

interface Failed {
  readonly title: string
  readonly error: unknown
}

/** The receipt of the last move, or why there was none, until it is taken away. */
const made = signal<MoveOutcome | undefined>(undefined)

/** The preview of a move: it covers the receipt as long as it is there. */
const preview = signal<MoveOutcome | undefined>(undefined)

/** What the last move, or the preview of one, came to. */
export const outcome: ReadonlySignal<MoveOutcome | undefined> = computed(() => preview.value ?? made.value)

interface Question {
  readonly title: string
  readonly move: MoveBody
  readonly stage: 'glance' | 'asking'
  /** Where what is asked about begins, in px from the left; the answer is shown below it. */
  readonly left?: number
}

/** Where the note begins, in px from the left. */
export const noteLeft = signal(0)

/** The question whose preview is shown or on its way: only the answer to the last one counts. */
let asked: Question | undefined

/** Whether a question is under way: of those that are put in the meantime the last alone is asked. */
let isAsking = false

/** Previews a move: a glance lasts until `endGlance`, a question until it is answered. */
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

/** Takes the receipt away. */
export function forgetReceipt(): void {
  made.value = undefined
}

/** Ends the preview, and takes the receipt away. */
export function forget(): void {
  forgetReceipt()
  endPreview()
}

const view = computed(() => route.value.view)

/**
 * Takes a receipt away once another moves the clock, the world is another, or another view is looked at. A preview is
 * asked for again.
 */
export function followMoves(): void {
  const askAgain = () => asked !== undefined && void foresee(asked)
  listen('clock', (readings) => {
    const last = made.peek()
    const to = last === undefined || 'error' in last ? undefined : last.receipt.to
    // The change in the log is heard under the same name, and has no time.
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

/** Ends a glance, shown or on its way, beneath which a receipt may be; what asks for an answer stays. */
export function endGlance(): void {
  if (asked?.stage === 'glance') endPreview()
}

function endPreview(): void {
  asked = undefined
  show(undefined)
}

/** Makes a move, and shows its receipt. A move back has to be forced. */
export async function travel(title: string, move: MoveBody): Promise<void> {
  const before = asked
  made.value = await ask(title, { ...move, receipt: true }, 'made', move)
  // A preview that was asked for in the meantime covers the receipt.
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
  // Without `freeze` a jump to a waypoint stops a running clock.
  const keep = 'to' in move ? { freeze: clock.value?.mode === 'frozen' } : {}
  try {
    const answer = await run.send<ClockInfo & { receipt: Receipt }>('POST', '/clock', { ...body, ...keep })
    if (stage === 'made') showClock(answer)
    return { title, move, stage, receipt: answer.receipt }
  } catch (error) {
    return { title, error }
  }
}
