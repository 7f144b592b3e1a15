import type { Timeline } from '../../../src/admin/calls/history/timeline.js'
import { shorten } from '../../../src/core/shorten.js'
import { dateTime } from '../../lib/format.js'
import { type Stretch, shareOf, ticksOf } from './axis.js'
import type { TimelineEvent } from './events.js'

/** Where things are drawn, in px. */
export interface Frame {
  readonly stretch: Stretch
  readonly width: number
  readonly height: number
}

/** The height of the scale below the line on which all stands. */
const SCALE = 17

/** Px between two lines of the scale, at least. */
const TICK_PX = 74

const baseOf = ({ height }: Frame): number => height - SCALE

const xOf = (at: number, { stretch, width }: Frame): number => shareOf(at, stretch) * width

/** The lines of the scale with their labels. */
export function Scale({ frame }: { readonly frame: Frame }) {
  const base = baseOf(frame)
  const labelled = ticksOf(frame.stretch, frame.width / TICK_PX)
  return (
    <g class="timeline-scale">
      {labelled.map(({ at, label, isMajor }) => {
        const x = xOf(at, frame)
        return (
          <g key={at} class={isMajor ? 'major' : ''}>
            <line x1={x} x2={x} y1={isMajor ? 0 : base - 4} y2={base} />
            <text x={x + 3} y={frame.height - 4}>
              {label}
            </text>
          </g>
        )
      })}
      <text class="context" x={4} y={12}>
        {contextOf(frame.stretch)}
      </text>
      <line class="base" x1={0} x2={frame.width} y1={base} y2={base} />
    </g>
  )
}

/** The day on which the strip begins, which a scale of hours does not name. */
const contextOf = ({ from }: Stretch): string => dateTime(Math.max(0, Math.round(from))).slice(0, 10)

/** What lies behind the present, and what lies ahead of the beginning: nobody was there. */
export function Ground({
  frame,
  oldest = Number.NEGATIVE_INFINITY,
  present,
}: {
  readonly frame: Frame
  /** The beginning, in ms; undefined until it is known. */
  readonly oldest: number | undefined
  readonly present: number
}) {
  const height = baseOf(frame)
  return (
    <>
      <pattern
        id="timeline-hatch"
        class="timeline-hatch"
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line y2={6} />
      </pattern>
      <rect class="timeline-lived" width={clamp(xOf(present, frame), frame)} height={height} />
      <rect
        class="timeline-before"
        width={clamp(xOf(Math.min(oldest, present), frame), frame)}
        height={height}
        fill="url(#timeline-hatch)"
      />
    </>
  )
}

const clamp = (x: number, { width }: Frame): number => Math.min(width, Math.max(0, x))

const CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

/** Requests and expiries as bars on the line. */
export function Bars({ frame, timeline }: { readonly frame: Frame; readonly timeline: Timeline }) {
  const base = baseOf(frame)
  const room = base - 8
  const bucket = (timeline.bucketMs / (frame.stretch.to - frame.stretch.from)) * frame.width
  const wide = Math.max(2.5, Math.min(12, bucket - 1))
  const visible = <T extends { readonly at: number }>(list: readonly T[]) =>
    list.filter(({ at }) => at + timeline.bucketMs >= frame.stretch.from && at <= frame.stretch.to)
  const requests = visible(timeline.requests).map(({ at, counts, first }) => {
    const parts = CLASSES.map((name) => [name, counts[name] ?? 0] as const).filter(([, n]) => n > 0)
    return {
      at,
      parts,
      x: xOf(wide > 4 ? first.at : at, frame),
      all: parts.reduce((sum, [, n]) => sum + n, 0),
    }
  })
  const most = Math.max(1, ...requests.map(({ all }) => all))
  const expiries = visible(timeline.expiries.buckets)
  const mostExpiries = Math.max(1, ...expiries.map(({ count }) => count))
  return (
    <>
      <g class="timeline-expired">
        {visible(timeline.expired.buckets).map(({ at }) => (
          <rect key={at} x={xOf(at, frame)} y={base - 3} width={wide} height={3} />
        ))}
      </g>
      <g class="timeline-requests">
        {requests.map(({ at, x, parts, all }) => {
          let top = base
          return parts.map(([name, n]) => {
            const high = (heightOf(all, most, room) * n) / all
            top -= high
            return <rect key={`${at}${name}`} class={`of-${name}`} x={x} y={top} width={wide} height={high} />
          })
        })}
      </g>
      <g class="timeline-expiries">
        {expiries.map(({ at, count }) => {
          const high = heightOf(count, mostExpiries, room)
          return <rect key={at} x={xOf(at, frame)} y={base - high} width={wide} height={high} rx={1} />
        })}
      </g>
    </>
  )
}

/** A few beside many stay visible: heights grow with the logarithm. */
const heightOf = (n: number, most: number, room: number): number =>
  5 + ((room - 5) * Math.log1p(n)) / Math.log1p(Math.max(most, 4))

/** Windows of faults, as stripes at the top. */
export function Windows({ frame, timeline }: { readonly frame: Frame; readonly timeline: Timeline }) {
  return (
    <g class="timeline-faults">
      {timeline.faults
        .filter(({ from, until }) => from !== undefined || until !== undefined)
        .slice(0, WINDOWS_MAX)
        .map(({ id, enabled, from, until }, index) => {
          const begin = clamp(from === undefined ? 0 : xOf(from, frame), frame)
          const end = clamp(until === undefined ? frame.width : xOf(until, frame), frame)
          const width = end > begin ? Math.max(3, end - begin) : 0
          return (
            <rect
              key={id}
              class={enabled ? '' : 'off'}
              x={begin}
              y={1 + 4 * index}
              width={width}
              height={3}
              rx={1.5}
            />
          )
        })}
    </g>
  )
}

const WINDOWS_MAX = 3

/** Px below which an arc would be a blot. */
const ARC_MIN = 9

/** Height from which there is room for names, px. */
const NAMED_HEIGHT = 70

/** About how wide a letter is, px. */
const LETTER = 6.3

/** The names of what lies ahead, as far as they have room beside each other. */
export function Labels({
  frame,
  events,
}: {
  readonly frame: Frame
  readonly events: readonly TimelineEvent[]
}) {
  if (frame.height < NAMED_HEIGHT) return null
  let end = Number.NEGATIVE_INFINITY
  const placed = events.flatMap(({ at, name }) => {
    const x = xOf(at, frame) + 4
    if (name === undefined || x < end || x < 0) return []
    const short = shorten(name, NAME_MAX)
    end = x + short.length * LETTER + 8
    return end > frame.width ? [] : [{ at, x, short }]
  })
  return (
    <g class="timeline-labels">
      {placed.map(({ at, x, short }) => (
        <text key={at} x={x} y={26}>
          {short}
        </text>
      ))}
    </g>
  )
}

/** Letters of a name. */
const NAME_MAX = 18

/** Jumps as arcs, and signs for what happened or will at one instant. */
export function Marks({ frame, timeline }: { readonly frame: Frame; readonly timeline: Timeline }) {
  const base = baseOf(frame)
  const middle = base - 7
  const isSeen = ({ at }: { readonly at: number }) => at >= frame.stretch.from && at <= frame.stretch.to
  return (
    <>
      <g class="timeline-jumps">
        {timeline.moves.map(({ at, to, by }) => {
          const [x1, x2] = [xOf(at, frame), xOf(to, frame)]
          if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > frame.width || Math.abs(x2 - x1) < ARC_MIN)
            return null
          const high = Math.min(base - 6, 8 + Math.abs(x2 - x1) / 6)
          const side = x2 > x1 ? -1 : 1
          return (
            <g key={by}>
              <path
                d={`M${x1} ${base}C${x1} ${base - high * 1.3} ${x2} ${base - high * 1.3} ${x2} ${base}`}
              />
              <path class="tip" d={`M${x2} ${base}l${side * 4.5} -5.5l${side * -6.5} -1z`} />
            </g>
          )
        })}
      </g>
      <g class="timeline-months">
        {timeline.months.filter(isSeen).map(({ at, namespaces }) => (
          <g key={at} class={namespaces.length > 0 ? 'falls' : ''}>
            <line x1={xOf(at, frame)} x2={xOf(at, frame)} y1={0} y2={base} />
            <path
              transform={`translate(${xOf(at, frame)} 8)`}
              d="M-3.600 -2.400A4.300 4.300 0 1 1 -4.300 0.600M-4.600 -4.600v2.700h2.700"
            />
          </g>
        ))}
      </g>
      <g class="timeline-signs">
        {timeline.landings.filter(isSeen).map(({ at, kind, by }) => (
          <path
            key={by}
            class={kind}
            transform={`translate(${xOf(at, frame)} ${kind === 'start' || kind === 'reset' ? base : middle})`}
            d={
              kind === 'start' || kind === 'reset'
                ? 'M0 0v-26M0 -26h8l-2.500 4l2.500 4h-8'
                : 'M0 -5l5 5l-5 5l-5 -5z'
            }
          />
        ))}
        {timeline.tokens.filter(isSeen).map(({ at, sub }) => (
          <circle key={`${at} ${sub}`} cx={xOf(at, frame)} cy={middle} r={3.6} />
        ))}
      </g>
    </>
  )
}
