import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { isRecord } from '../../../../src/core/objects.js'
import { count } from '../../../lib/format.js'
import { linkTo } from '../../../router.js'

type Gate = RequestDetails['explain']['gates'][number]

const MARKS = { passed: '✓', refused: '✕', 'not reached': '–' } as const

/**
 * Why a request was answered so: each gate in order with its numbers, and the gaps that the answer depended
 * on.
 */
export function Explain({ request }: { readonly request: RequestDetails }) {
  const { gates, gaps, entry, fault } = request.explain
  const gapsUsed = Object.entries(gaps)
  return (
    <section class="explain stack tight" aria-label="Why it was answered so">
      <h3>Why</h3>
      {fault !== undefined && (
        <p>
          The fault <a href={linkTo('settings', { tab: 'faults' })}>{fault.id}</a> struck.
        </p>
      )}
      {gates.length === 0 && <p class="hint">The contract shows no such operation, so no gate was asked.</p>}
      <ol class="gates stack tight">
        {gates.map((gate) => (
          <li key={gate.gate} class={gate.result.replace(' ', '-')}>
            <span aria-hidden="true" class="gate-mark">
              {MARKS[gate.result]}
            </span>
            <span>
              {gate.gate} <span class="unseen">{gate.result}</span>
            </span>
            <span class="gate-numbers">{numbersOf(gate)}</span>
          </li>
        ))}
      </ol>
      {entry !== undefined && <p>The entry: {entry}.</p>}
      {gapsUsed.length > 0 && (
        <>
          <h4>Where the contract leaves it open</h4>
          <dl class="pairs">
            {gapsUsed.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd class="text">{gapText(value, request.status)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

/** The value for the status of this answer, if a gap has one for each. */
function gapText(value: unknown, status: number | null): string {
  if (typeof value === 'string') return value
  const own = isRecord(value)
    ? (value[`${status}`] ?? value[`${Math.floor((status ?? 0) / 100)}xx`])
    : undefined
  return own === undefined ? JSON.stringify(value) : `${status}: ${String(own)}`
}

/** "412 of 10,000 used"; for storage "before 120, after 144, limit 65,536". */
function numbersOf({ gate: _gate, result: _result, ...rest }: Gate): string {
  const numbers = Object.entries(rest).filter(([, value]) => typeof value === 'number') as [string, number][]
  const { used, limit } = Object.fromEntries(numbers)
  if (used !== undefined && limit !== undefined) return `${count(used)} of ${count(limit)} used`
  return numbers.map(([name, value]) => `${name} ${count(value)}`).join(', ')
}
