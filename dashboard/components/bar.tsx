import { count } from '../lib/format.js'

interface BarProps {
  readonly label: string
  readonly value: number
  /** The most that it may be; without it there is no bound. */
  readonly limit?: number | undefined
  readonly format?: (n: number) => string
}

/** How much of a limit is used. */
export function Bar({ label, value, limit, format = count }: BarProps) {
  const share = limit === undefined ? 0 : limit === 0 ? 1 : Math.min(1, value / limit)
  const tone = limit !== undefined && value >= limit ? 'full' : share >= 0.8 ? 'near' : ''
  const text = limit === undefined ? format(value) : `${format(value)} of ${format(limit)}`
  return (
    <div class={`bar ${tone}`}>
      <span class="bar-label">{label}</span>
      <span class="bar-text">{text}</span>
      {limit !== undefined && (
        <div class="bar-track" aria-hidden="true">
          <div style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  )
}
