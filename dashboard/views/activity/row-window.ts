import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The rows to render, including a few above and below the visible ones. */
export interface RowWindow {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

const AROUND = 40

/** In rows. Most scrolling stays within a step, so nothing is rendered. */
const STEP = 20

/** Px, until a row can be measured. */
const ROW_HEIGHT = 36

/** For a long list that scrolls with the page. */
export function useRowWindow(table: RefObject<HTMLTableElement | null>, count: number): RowWindow {
  const [window_, setWindow] = useState<RowWindow>({ first: 0, end: 2 * AROUND })
  const look = useRef(() => {})
  look.current = () => {
    const element = table.current
    if (element === null || element.offsetParent === null) return
    const height = element.querySelector<HTMLElement>('tbody tr')?.offsetHeight || ROW_HEIGHT
    const { top } = element.getBoundingClientRect()
    const first = Math.max(0, Math.floor((-top / height - AROUND) / STEP) * STEP)
    const end = Math.max(0, Math.ceil(((innerHeight - top) / height + AROUND) / STEP) * STEP)
    setWindow((before) => (before.first === first && before.end === end ? before : { first, end }))
  }
  useEffect(() => {
    const listener = () => look.current()
    addEventListener('scroll', listener, { passive: true })
    addEventListener('resize', listener)
    return () => {
      removeEventListener('scroll', listener)
      removeEventListener('resize', listener)
    }
  }, [])
  useEffect(() => look.current(), [count])
  return window_
}
