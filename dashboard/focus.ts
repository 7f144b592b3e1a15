const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary'

const ROW = 'li, tr'

/** Elements with a heading of their own. */
const PART = 'dialog, section, main'

/** A component gets this long to move the focus itself. */
const PATIENCE_MS = 50

/** Where a focused element was before it was removed. */
interface Gap {
  readonly parent: Node
  /** If it was in a row, the rows after and before that one. */
  readonly neighbours: readonly Node[]
  /** Among the focusable elements of its row. */
  readonly index: number
}

/**
 * If the focused element is removed, moves the focus to a neighbouring row or the section's heading. Otherwise keyboard
 * users would be sent back to the top of the page.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target
  })
  document.addEventListener('focusout', () => {
    // Some browsers fire this for an element that's being removed.
    queueMicrotask(() => {
      if (last?.isConnected === true && isNothingFocused()) last = undefined
    })
  })
  let gap: Gap | undefined
  new MutationObserver((records) => {
    if (gap !== undefined) {
      // Its parent may have been removed too.
      gap = gapOf(gap.parent, records) ?? gap
      return
    }
    if (last === undefined || last.isConnected) return
    gap = gapOf(last, records)
    last = undefined
    // Give components a chance to move the focus themselves once they've rendered.
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
    // Its container may have been removed too.
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

export function focusHeading(part: Element | null): void {
  const heading = part?.querySelector<HTMLElement>('h1, h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

const focusables = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)]
