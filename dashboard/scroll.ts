import { noted, noteInEntry, route } from './router.js'

/** Keeps the scroll position in each history entry, and restores it when the user goes back. */

/** Time between two updates of the stored position. */
const NOTE_MS = 200

/** The longest wait for the page to grow while data is loading. */
const PATIENCE_MS = 3000

export function keepScroll(): void {
  history.scrollRestoration = 'manual'
  let timer: ReturnType<typeof setTimeout> | undefined
  let { view } = route.value
  const note = () => {
    clearTimeout(timer)
    timer = undefined
    noteInEntry({ scroll: Math.round(scrollY) })
  }
  addEventListener('scroll', () => {
    timer ??= setTimeout(note, NOTE_MS)
  })
  // Clicking a link leaves the entry before the timer fires.
  addEventListener('click', () => timer !== undefined && note(), { capture: true })
  addEventListener('hashchange', () => {
    clearTimeout(timer)
    timer = undefined
    const isOtherView = view !== route.value.view
    view = route.value.view
    const { scroll } = noted()
    if (scroll !== undefined) restore(scroll)
    else if (isOtherView) scrollTo(0, 0)
  })
  restore(noted().scroll ?? 0)
}

/** Scrolls the list, but not the page. */
export function showInList(item: HTMLElement | null): void {
  const list = item?.parentElement
  if (item === null || list === null || list === undefined) return
  const [of, at] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  list.scrollBy(beyond(at.left, at.right, of.left, of.right), beyond(at.top, at.bottom, of.top, of.bottom))
}

/** The part of a span that sticks out at either end. */
const beyond = (begin: number, end: number, from: number, to: number): number =>
  begin < from ? begin - from : Math.max(0, end - to)

/** Keeps trying as the page grows, until the position is reached or the user scrolls. */
function restore(to: number): void {
  const growth = new ResizeObserver(() => {
    scrollTo(0, to)
    if (Math.abs(scrollY - to) < 2) end.abort()
  })
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), PATIENCE_MS)
  end.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    growth.disconnect()
  })
  for (const event of ['wheel', 'touchmove', 'keydown', 'mousedown']) {
    addEventListener(event, () => end.abort(), { signal: end.signal, once: true })
  }
  growth.observe(document.body)
}
