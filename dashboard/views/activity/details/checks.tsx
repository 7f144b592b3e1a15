import { useState } from 'preact/hooks'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { isRecord } from '../../../../src/core/objects.js'
import { count } from '../../../lib/format.js'
import { linkTo } from '../../../router.js'

type Gate = RequestDetails['explain']['gates'][number]

const MARKS = { passed: '✓', refused: '✕', 'not reached': '–' } as const
const TONES = { passed: 'good', refused: 'bad', 'not reached': 'faint' } as const

export function Checks({ request }: { readonly request: RequestDetails }) {
  const { gates, gaps, entry, fault } = request.explain
  const [isWhole, setIsWhole] = useState(false)
  const refused = gates.find(({ result }) => result === 'refused')
  const counted = gates.filter((gate) => gate !== refused && numbersOf(gate) !== '')
  return (
    <section class="part checks" aria-label="Why it got this response">
      <h3>{titleOf(gates)}</h3>
      {gates.some(({ result }) => result !== 'not reached') && (
        <div class="strip" aria-hidden="true">
          {gates.map(({ gate, result }) => (
            <span key={gate} class={TONES[result]} />
          ))}
        </div>
      )}
      {refused !== undefined && <GateLine gate={refused} />}
      {entry !== undefined && <p>The entry: {entry}.</p>}
      {fault !== undefined && (
        <p>
          The fault <a href={linkTo('faults')}>{fault.id}</a> fired.
        </p>
      )}
      {gates.length > 0 && (
        <details onToggle={(event) => setIsWhole(event.currentTarget.open)}>
          <summary>
            All {gates.length} checks
            {!isWhole &&
              counted.map((gate) => (
                <span key={gate.gate}>
                  {' '}
                  · {gate.gate} {numbersOf(gate)}
                </span>
              ))}
          </summary>
          {isWhole && (
            <ol class="gates">
              {gates.map((gate) => (
                <li key={gate.gate}>
                  <GateLine gate={gate} />
                </li>
              ))}
            </ol>
          )}
        </details>
      )}
      <Gaps gaps={gaps} status={request.status} />
    </section>
  )
}

/** "7 of 8 checks passed" */
function titleOf(gates: readonly Gate[]): string {
  const passed = gates.filter(({ result }) => result === 'passed').length
  if (gates.length === 0) return 'Not an operation of the contract, so nothing was checked'
  if (passed === gates.length) return `All ${gates.length} checks passed`
  if (gates.every(({ result }) => result === 'not reached')) return 'No checks were reached'
  return `${passed} of ${gates.length} checks passed`
}

function GateLine({ gate }: { readonly gate: Gate }) {
  return (
    <p class={`gate ${gate.result === 'passed' ? '' : TONES[gate.result]}`}>
      <span aria-hidden="true" class={TONES[gate.result]}>
        {MARKS[gate.result]}
      </span>
      <span>
        {gate.gate} <span class="unseen">{gate.result}</span>
      </span>
      <span class="gate-numbers">{numbersOf(gate)}</span>
    </p>
  )
}

/** The contract gaps that the response depended on. */
function Gaps({ gaps, status }: Pick<RequestDetails['explain'], 'gaps'> & Pick<RequestDetails, 'status'>) {
  const used = Object.entries(gaps)
  if (used.length === 0) return null
  return (
    <p class="hint text">
      Contract gaps:{' '}
      {used.map(([name, value], index) => (
        <span key={name} title={gapText(value, status)}>
          {index > 0 && ', '}
          <a class="mono" href={linkTo('gaps', { find: name })}>
            {name}
          </a>
        </span>
      ))}
    </p>
  )
}

/** Some gaps have a value per status. */
function gapText(value: unknown, status: number | null): string {
  if (typeof value === 'string') return value
  const own = isRecord(value)
    ? (value[`${status}`] ?? value[`${Math.floor((status ?? 0) / 100)}xx`])
    : undefined
  return own === undefined ? JSON.stringify(value) : `${status}: ${String(own)}`
}

/** "412 of 10,000 used", or "before 120, after 144, limit 65,536" for storage */
function numbersOf({ gate: _gate, result: _result, ...rest }: Gate): string {
  const numbers = Object.entries(rest).filter(([, value]) => typeof value === 'number') as [string, number][]
  const { used, limit } = Object.fromEntries(numbers)
  if (used !== undefined && limit !== undefined) return `${count(used)} of ${count(limit)} used`
  return numbers.map(([name, value]) => `${name} ${count(value)}`).join(', ')
}
