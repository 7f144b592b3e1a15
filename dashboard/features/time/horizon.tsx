import { useComputed } from '@preact/signals'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { clock, now } from '../../clock.js'
import { count, dateTime, farSpan } from '../../lib/format.js'
import { recent } from '../recent/recent-requests.js'
import { timeline } from '../world-data.js'
import {
  aheadX,
  type Bar,
  type BeforeNow,
  bandsOf,
  lettersIn,
  MARGIN,
  type Mark,
  marksOf,
  nowX,
  pastOf,
  ticksFor,
  widthOf,
} from './horizon-layout.js'
import { endGlance, foresee } from './travel.js'

const DAY_MS = 86_400_000

/** Hovering over an event previews a jump there, and clicking it asks for confirmation. */
export function Horizon() {
  const [box, { width, height }] = useSize()
  // Updates once a second rather than on every tick.
  const second = useComputed(() => Math.floor(now.value / 1000) * 1000)
  const known = timeline.data.value
  const at = clock.value?.mode === 'frozen' ? now.value : second.value
  const past = pastOf(recent.value?.requests ?? [], at, width)
  const line = height - 19
  const { marks, rest } = known === undefined ? { marks: [], rest: '' } : marksOf(known, at, width)
  const fallen = useFallen(marks, at)
  return (
    <div class="horizon" ref={box}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={summaryOf(marks, at, rest)}>
          <LeftOfNow past={past} line={line} height={height} right={nowX(width)} now={at} />
          {known !== undefined &&
            bandsOf(known, at, width).map(({ id, ...band }) => (
              <rect key={id} {...band} fill="var(--bad-bar)" opacity={0.55} y={line - 5} height={5}>
                <title>fault {id} is active</title>
              </rect>
            ))}
          <line stroke="var(--line-strong)" x1={MARGIN} x2={width - MARGIN} y1={line} y2={line} />
          {ticksFor(width).map(([ms, text]) => (
            <text
              key={text}
              x={aheadX(ms, width)}
              y={height - 5}
              text-anchor={ms > 20 * DAY_MS ? 'end' : 'middle'}
            >
              {text}
            </text>
          ))}
          {marks.map((mark) => (
            <ComingMark key={mark.until} mark={mark} now={at} line={line} />
          ))}
          {fallen.map(({ x, until }) => (
            <path key={until} class="horizon-fallen" d={diamond(x, line)} />
          ))}
          {rest !== '' && (
            <text x={width - MARGIN} y={line - 6} text-anchor="end">
              {rest}
            </text>
          )}
          {known !== undefined && marks.length === 0 && (
            <text x={nowX(width) + 16} y={22}>
              nothing coming up
            </text>
          )}
          <g class="horizon-now">
            <line
              stroke="var(--time)"
              stroke-width={2}
              x1={nowX(width)}
              x2={nowX(width)}
              y1={6}
              y2={line + 5}
            />
            <text x={nowX(width)} y={height - 4} text-anchor="middle">
              now
            </text>
          </g>
        </svg>
      )}
    </div>
  )
}

/** For screen readers. The list of upcoming events has the details. */
function summaryOf(marks: readonly Mark[], at: number, rest: string): string {
  const coming = marks.map((mark) => `in ${farSpan(mark.at - at)} ${mark.text}`)
  return `Upcoming: ${[...coming, ...(rest === '' ? [] : [rest])].join('; ') || 'nothing'}`
}

interface LeftProps {
  readonly past: BeforeNow
  readonly line: number
  readonly height: number
  /** Where "now" is. */
  readonly right: number
  readonly now: number
}

function LeftOfNow({ past: { bars, gaps, since }, line, height, right, now: at }: LeftProps) {
  const most = Math.max(1, ...bars.map(({ requests }) => requests))
  const begin = since === undefined ? '' : dateTime(since).slice(dayOf(since) === dayOf(at) ? 11 : 0)
  // Leave room for the labels of gaps above the bars.
  const tall = line - 22
  const pxOf = (requests: number) =>
    requests === 0 ? 0 : Math.max(2, Math.round(tall * Math.sqrt(requests / Math.max(most, 12))))
  return (
    <>
      {bars.map((bar) => (
        <BarOf key={bar.x} bar={bar} line={line} tall={pxOf(bar.requests)} />
      ))}
      {gaps.map(({ x, text, isJump }) => (
        <text key={x} class={isJump ? 'horizon-jump' : ''} x={x} y={14} text-anchor="middle">
          {isJump ? `+${text}` : text}
        </text>
      ))}
      {begin !== '' && (
        <text x={Math.max(MARGIN, Math.min(bars.at(-1)?.x ?? right, right - widthOf(begin)))} y={height - 5}>
          {begin}
        </text>
      )}
      {since === undefined && (
        <text x={MARGIN} y={line - 6}>
          none yet
        </text>
      )}
    </>
  )
}

const dayOf = (ms: number): string => dateTime(ms).slice(0, 10)

/** Grey for all requests, with the refused and failed ones in colour at the bottom. */
function BarOf({
  bar: { x, requests, refused, failed },
  line,
  tall,
}: {
  readonly bar: Bar
  readonly line: number
  readonly tall: number
}) {
  const partOf = (n: number) => (n === 0 ? 0 : Math.max(2, (tall * n) / requests))
  const [red, pale] = [partOf(failed), partOf(refused)]
  return (
    <g>
      <title>
        {count(requests)} requests, {count(refused)} refused, {count(failed)} failed
      </title>
      <rect
        class="horizon-bar"
        fill="var(--line-strong)"
        x={x}
        y={line - tall}
        width={8}
        height={tall}
        rx={1}
      />
      <rect fill="var(--bad-bar)" x={x} y={line - Math.min(tall, red + pale)} width={8} height={pale} />
      <rect fill="var(--bad)" x={x} y={line - red} width={8} height={red} />
    </g>
  )
}

interface MarkProps {
  readonly mark: Mark
  readonly now: number
  readonly line: number
}

function ComingMark({ mark, now: present, line }: MarkProps) {
  const { x, room, isLeft, until, text } = mark
  const ahead = farSpan(mark.at - present)
  const letters = Math.max(2, lettersIn(room) - ahead.length - 1)
  const wide = Math.max(24, Math.min(room - 4, 200))
  const title = `Jump to ${dateTime(until)}`
  const question = (event: MouseEvent, stage: 'glance' | 'asking') =>
    foresee({ title, move: { set: until }, stage, left: event.clientX })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the list of upcoming events
    <g
      class="horizon-mark"
      style={{ transform: `translateX(${x}px)` }}
      onPointerEnter={(event) => event.pointerType !== 'touch' && question(event, 'glance')}
      onPointerLeave={endGlance}
      onClick={(event) => question(event, 'asking')}
    >
      <rect fill="transparent" x={isLeft ? 6 - wide : -6} y={4} width={wide} height={line} rx={6} />
      <line stroke="var(--time-line)" stroke-dasharray="2 2" x1={0} x2={0} y1={24} y2={line} />
      <path fill="var(--time)" d={diamond(0, line)} />
      <text x={isLeft ? 4 : 0} y={19} text-anchor={isLeft ? 'end' : 'start'}>
        <tspan>{ahead}</tspan> {text.length > letters ? `${text.slice(0, letters - 1)}…` : text}
      </text>
    </g>
  )
}

const diamond = (x: number, y: number): string => `M${x} ${y - 4}l4 4-4 4-4-4z`

/** The marks that were just reached. They drop off the line and disappear. */
function useFallen(marks: readonly Mark[], now: number): readonly Mark[] {
  const before = useRef(marks)
  const fallen = useRef<readonly Mark[]>([])
  const passed = before.current.filter(({ until }) => until <= now)
  if (passed.length > 0) fallen.current = passed
  before.current = marks
  return fallen.current
}

/** In px. */
function useSize() {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size] as const
}
