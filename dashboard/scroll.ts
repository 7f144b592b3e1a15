import { noted, noteInEntry, route } from './router.js'

/** Where a page was scrolled to is kept with each entry of the browser's history, and found again on the way back. */

/** ms between two notes of the place. */
const NOTE_MS = 200

/** ms in which what is loaded may still make the page as long as it was. */
const PATIENCE_MS = 3000

/** Has Back find the place, and a new view begin at its top. */
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
  // A link leaves the entry before the time is over.
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

/** Scrolls a list so far that an item of it is seen; the page stays where it is. */
export function showInList(item: HTMLElement | null): void {
  const list = item?.parentElement
  if (item === null || list === null || list === undefined) return
  const [of, at] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  list.scrollBy(beyond(at.left, at.right, of.left, of.right), beyond(at.top, at.bottom, of.top, of.bottom))
}

/** How far something is beyond the one end or the other of what it is to be seen in. */
const beyond = (begin: number, end: number, from: number, to: number): number =>
  begin < from ? begin - from : Math.max(0, end - to)

/** Scrolls to a place, and again while the page grows, until it is reached or the reader scrolls. */
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
