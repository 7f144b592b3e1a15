/** What can have the focus. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary'

/** Things of which there are several beside each other. */
const ROW = 'li, tr'

/** Parts of the page that have a heading. */
const PART = 'dialog, section, main'

/** ms in which a part of the page may move the focus itself. */
const PATIENCE_MS = 50

/** The place of what had the focus, and is gone. */
interface Gap {
  /** What it was in. */
  readonly parent: Node
  /** The rows after and before it, if it was in a row. */
  readonly neighbours: readonly Node[]
  /** Its place among what can have the focus in its row. */
  readonly index: number
}

/**
 * Keeps the focus in its place when the focused element goes away: on the neighbour of a row, or on the
 * heading of the part. A browser would leave it on nothing, and a reader with a keyboard would begin again at
 * the top.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target
  })
  document.addEventListener('focusout', () => {
    // A browser may fire it for an element that is about to go as well.
    queueMicrotask(() => {
      if (last?.isConnected === true && isNothingFocused()) last = undefined
    })
  })
  let gap: Gap | undefined
  new MutationObserver((records) => {
    if (gap !== undefined) {
      // In the meantime what it was in may go as well.
      gap = gapOf(gap.parent, records) ?? gap
      return
    }
    if (last === undefined || last.isConnected) return
    gap = gapOf(last, records)
    last = undefined
    // A part of the page that knows better does so once it is drawn.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (gap !== undefined && isNothingFocused()) fill(gap)
        gap = undefined
      }, PATIENCE_MS),
    )
  }).observe(document.body, { childList: true, subtree: true })
}

const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

function gapOf(gone: Node, records: readonly MutationRecord[]): Gap | undefined {
  let gap: Gap | undefined
  let inner: Node = gone
  for (const { removedNodes, target, nextSibling, previousSibling } of records) {
    // It may have gone from a part that then went from the page.
    const removed = [...removedNodes].find((node) => node.contains(inner))
    if (removed === undefined) continue
    const isRow = removed instanceof Element && removed.matches(ROW)
    const neighbours = isRow ? [nextSibling, previousSibling].filter((node) => node !== null) : []
    const index = isRow && gone instanceof HTMLElement ? focusables(removed).indexOf(gone) : -1
    gap = { parent: target, neighbours, index: index < 0 ? Number.POSITIVE_INFINITY : index }
    inner = target
  }
  return gap
}

function fill({ parent, neighbours, index }: Gap): void {
  const own = parent instanceof Element ? parent.closest(ROW) : null
  for (const row of [...neighbours, own]) {
    const found = row instanceof Element && row.isConnected ? focusables(row) : []
    const next = found[Math.min(index, found.length - 1)]
    if (next !== undefined) {
      next.focus({ preventScroll: true })
      return
    }
  }
  const part = parent instanceof Element && parent.isConnected ? parent.closest(PART) : null
  focusHeading(part ?? document.querySelector('main'))
}

/** Moves the focus to the heading of a part of the page, as for a new part. */
export function focusHeading(part: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

const focusables = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)]
