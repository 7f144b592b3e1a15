import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { present } from '../../clock.js'
import { linkTo } from '../../router.js'
import { instantAt, panned, type Stretch, shareOf, spanOf } from './axis.js'
import { Bars, type Frame, Ground, Labels, Marks, Scale, Windows } from './drawing.js'
import { nearestEvent, type TimelineEvent } from './events.js'
import { Handle } from './handle.js'
import { brush, brushed, held, holdAt, resting } from './hold.js'
import { pointed } from './peek.js'
import { Pinch } from './pinch.js'
import { events, showStretch, stretch, timeline, zoom } from './strip.js'
import { outcome } from './travel.js'

/** Px from a mark within which the pointer means it. */
const REACH_PX = 7

/** How far the pointer may move in a click, px. */
const STILL_PX = 4

/** How much a turn of the wheel by one px zooms. */
const WHEEL_ZOOM = 0.0022

/** What the pointer is at while its button is down. */
interface Grasp {
  readonly x: number
  readonly stretch: Stretch
  readonly isBrush: boolean
  isMoved: boolean
}

/** The axis itself: drawn on, dragged, zoomed, and clicked. */
export function Track() {
  const box = useRef<HTMLDivElement>(null)
  const size = useSignal({ width: 0, height: 0 })
  const grasp = useRef<Grasp | undefined>(undefined)
  const pinch = useRef(new Pinch())
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) size.value = entry.contentRect
    })
    observer.observe(current)
    // A listener that may keep the page from scrolling has to say so.
    current.addEventListener('wheel', turn, { passive: false })
    return () => observer.disconnect()
  }, [])

  const shareAt = (clientX: number): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    return (clientX - left) / width
  }
  const eventAt = (clientX: number): TimelineEvent | undefined => {
    const shown = stretch.peek()
    if (shown === undefined || size.peek().width === 0) return undefined
    const reach = (REACH_PX / size.peek().width) * spanOf(shown)
    return nearestEvent(events.peek(), instantAt(shareAt(clientX), shown), reach)
  }
  const turn = (event: WheelEvent) => {
    const shown = stretch.peek()
    if (shown === undefined) return
    event.preventDefault()
    const sideways = event.shiftKey ? event.deltaY : event.deltaX
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      showStretch(panned(shown, sideways / Math.max(1, size.peek().width)))
    } else zoom(Math.exp(event.deltaY * WHEEL_ZOOM), instantAt(shareAt(event.clientX), shown))
  }
  const move = (event: PointerEvent) => {
    const zoomedTo = pinch.current.move(event.pointerId, shareAt(event.clientX))
    if (zoomedTo !== undefined) {
      // It is neither a draw nor a tap any more.
      grasp.current = undefined
      showStretch(zoomedTo)
      return
    }
    const { current } = grasp
    if (current === undefined) {
      pointed.value = event.pointerType === 'touch' ? undefined : eventAt(event.clientX)
      return
    }
    const far = event.clientX - current.x
    if (Math.abs(far) < STILL_PX && !current.isMoved) return
    current.isMoved = true
    pointed.value = undefined
    if (current.isBrush) {
      const ends = [current.x, event.clientX].map((x) => instantAt(shareAt(x), current.stretch))
      brush({ from: Math.min(...ends), to: Math.max(...ends) })
    } else showStretch(panned(current.stretch, -far / Math.max(1, size.peek().width)))
  }
  const release = (event: PointerEvent) => {
    pinch.current.up(event.pointerId)
    const { current } = grasp
    grasp.current = undefined
    const shown = stretch.peek()
    if (current === undefined || current.isMoved || shown === undefined) return
    const found = eventAt(event.clientX)
    // Of several keys the note has the names.
    const isOpened = found !== undefined && found.keysOf === undefined && event.pointerType !== 'touch'
    if (isOpened) location.assign(linkTo(found.view, found.query))
    else holdAt({ at: found?.at ?? instantAt(shareAt(event.clientX), shown), event: found })
  }

  const shown = stretch.value
  const { width, height } = size.value
  const frame = shown === undefined || width === 0 ? undefined : { stretch: shown, width, height }
  return (
    <div
      ref={box}
      class={`timeline-track${pointed.value === undefined ? '' : ' pointing'}`}
      onPointerDown={(event) => {
        if (event.button !== 0 || isHandle(event) || shown === undefined) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pinch.current.down(event.pointerId, shareAt(event.clientX), shown)
        grasp.current = { x: event.clientX, stretch: shown, isBrush: event.shiftKey, isMoved: false }
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={({ pointerId }) => {
        pinch.current.up(pointerId)
        grasp.current = undefined
      }}
      onPointerLeave={() => {
        pointed.value = undefined
      }}
    >
      {frame !== undefined && <Drawing frame={frame} />}
      <Handle track={box} />
    </div>
  )
}

const isHandle = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('.timeline-now') !== null

/** The picture; what it shows is told by the list of events too. */
function Drawing({ frame }: { readonly frame: Frame }) {
  const { width, height, stretch: shown } = frame
  const data = timeline.value
  const xOf = (at: number) => shareOf(at, shown) * width
  const base = height - 17
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {present.value !== undefined && <Ground frame={frame} oldest={data?.oldest} present={present.value} />}
      <Ahead xOf={xOf} width={width} height={base} />
      <Scale frame={frame} />
      {data !== undefined && (
        <>
          <Windows frame={frame} timeline={data} />
          <Bars frame={frame} timeline={data} />
          <Marks frame={frame} timeline={data} />
          <Labels frame={frame} events={events.value} />
        </>
      )}
    </svg>
  )
}

interface AheadProps {
  readonly xOf: (at: number) => number
  readonly width: number
  readonly height: number
}

/** The present, what the handle passes over, and what is marked. */
function Ahead({ xOf, width, height }: AheadProps) {
  const at = present.value
  if (at === undefined) return null
  const asked = outcome.value
  const end =
    held.value?.at ??
    (asked === undefined || 'error' in asked || asked.stage === 'made' ? undefined : asked.receipt.to)
  const from = resting.value ?? at
  const { from: begin, to: until } = brushed.value ?? {}
  const bar = (name: string, a: number, b: number) => {
    const [x1, x2] = [Math.max(0, Math.min(xOf(a), xOf(b))), Math.min(width, Math.max(xOf(a), xOf(b)))]
    return <rect class={name} x={x1} y={0} width={Math.max(0, x2 - x1)} height={height} />
  }
  return (
    <>
      {end !== undefined && bar('timeline-passed', from, end)}
      {begin !== undefined && until !== undefined && bar('timeline-brushed', begin, until)}
      <line class="timeline-present" x1={xOf(at)} x2={xOf(at)} y1={0} y2={height} />
    </>
  )
}
