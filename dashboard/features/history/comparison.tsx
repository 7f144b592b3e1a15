import { SelectField } from '../../components/field.js'
import { commandText } from '../../lib/command-text.js'
import { useLive } from '../../live.js'
import { route, setQuery } from '../../router.js'
import { Changes } from './changes.js'
import { readAdminCalls } from './log.js'
import { pointText } from './points.js'

const CALLS_MAX = 100

/** Compares the moments in the URL, e.g. `?from=r1&to=now`. */
export function Comparison() {
  const { query } = route.value
  const [from, to] = [query.get('from') ?? 'start', query.get('to') ?? 'now']
  return (
    <div class="part stack">
      <Moments from={from} to={to} />
      <Changes key={`${from} ${to}`} from={from} to={to} />
    </div>
  )
}

function Moments({ from, to }: { readonly from: string; readonly to: string }) {
  const live = useLive('the newest admin calls', (signal) => readAdminCalls({ limit: CALLS_MAX }, signal), {
    on: ['reset', 'change'],
  })
  const calls = live.data?.calls.toReversed() ?? []
  const named = new Map<string, string>([
    ['now', 'now'],
    ...calls.map((call) => [call.id, `before ${call.id}: ${commandText(call)}`] as const),
    ['start', pointText('start')],
  ])
  for (const one of [from, to]) if (!named.has(one)) named.set(one, pointText(one))
  const choice = (name: 'from' | 'to', value: string) => (
    <SelectField
      label={name === 'from' ? 'From' : 'To'}
      value={value}
      options={[...named]}
      onValue={(point) => setQuery({ [name]: point })}
    />
  )
  return (
    <div class="stack">
      {choice('from', from)}
      {choice('to', to)}
    </div>
  )
}
