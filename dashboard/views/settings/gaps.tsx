import type { ContractInfo, GapInfo } from '../../../src/admin/calls/contract.js'
import { get } from '../../api.js'
import { Chip } from '../../components/chip.js'
import { CheckField, TextField } from '../../components/field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card, Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { shortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { isFound } from '../../lib/found.js'
import { useAnswer } from '../../live.js'
import { pastPath } from '../../past-path.js'
import { linkTo, route, setQuery } from '../../router.js'
import { GapValue } from './gap-value.js'

/** ms: with a full journal the answer takes too long to be asked for after every request. */
const REST_MS = 800

/** The gaps of the contract, and how this world fills them. */
export function Gaps() {
  const live = useAnswer<ContractInfo>(get, '/contract', {
    on: ['request', 'reset', 'profile', 'requests'],
    restMs: REST_MS,
  })
  return (
    <Page title="Contract gaps" lead="What the contract leaves open, and how it behaves here.">
      <Loaded of={live}>{(contract) => <GapsCard contract={contract} onChanged={live.reload} />}</Loaded>
    </Page>
  )
}

/** The titles of the parts of the profile. */
const TITLES: Readonly<Record<string, string>> = {
  kv: 'Key-value store',
  config: 'Config store',
  auth: 'Credentials',
  errors: 'Errors of key-value and config',
  database: 'Document database',
  limits: 'Sizes',
  http: 'HTTP',
}

interface GapsCardProps {
  readonly contract: ContractInfo
  readonly onChanged: () => void
}

/** The gaps of the contract: how each behaves here, which answers depended on it, and a way to change it. */
function GapsCard({ contract, onChanged }: GapsCardProps) {
  const { query } = route.value
  const sought = query.get('find') ?? ''
  const isPast = pastPath.value !== undefined
  const isLeaned = query.get('leaned') === '1' && !isPast
  const gaps = contract.gaps.filter(
    ({ option, meaning, leanedOn }) => isFound(sought, option, meaning) && (!isLeaned || leanedOn.count > 0),
  )
  const parts = new Set(gaps.map(partOf))
  return (
    <div class="stack">
      <div class="toolbar">
        <TextField
          label="Find"
          placeholder="status, storage, ttl"
          value={sought}
          onValue={(value) => setQuery({ find: value })}
        />
        <Present>
          <CheckField
            label="Only those that answers used"
            checked={isLeaned}
            onValue={(checked) => setQuery({ leaned: checked ? '1' : '' })}
          />
        </Present>
      </div>
      {gaps.length === 0 && (
        <Empty title={sought === '' ? 'No gap was used yet' : `No gap contains “${shortText(sought, 40)}”`}>
          {isLeaned ? 'Have the app ask something.' : 'Look for another word.'}
        </Empty>
      )}
      {[...parts].map((part) => (
        <Card key={part} title={TITLES[part] ?? part} flush>
          <ul class="items">
            {gaps
              .filter((gap) => partOf(gap) === part)
              .map((gap) => (
                <Gap key={gap.option} gap={gap} onChanged={onChanged} />
              ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

interface GapProps {
  readonly gap: GapInfo
  readonly onChanged: () => void
}

function Gap({ gap, onChanged }: GapProps) {
  const { option, meaning, allowed, leanedOn } = gap
  // The world that shows a moment of the past has no journal to count in.
  const isPast = pastPath.value !== undefined
  return (
    <li>
      <div class="items-name">
        <b>
          <code>{option}</code>
        </b>{' '}
        {JSON.stringify(gap.value) !== JSON.stringify(gap.default) && <Chip tone="info">changed</Chip>}
        <p>{meaning}</p>
        {typeof allowed === 'string' && <p class="hint">{allowed}</p>}
        {!isPast && <Uses of={leanedOn} />}
      </div>
      <GapValue gap={gap} onChanged={onChanged} />
    </li>
  )
}

/** How many answers used the gap, with links to the last of their requests. */
function Uses({ of: { count, requests } }: { readonly of: GapInfo['leanedOn'] }) {
  if (count === 0) return <p class="hint">No answer used it</p>
  return (
    <details>
      <summary>{counted(count, 'answer')} used it</summary>
      <p class="row">
        {requests.map((id) => (
          <a key={id} href={linkTo('activity', { id })}>
            {id}
          </a>
        ))}
      </p>
    </details>
  )
}

const partOf = ({ option }: GapInfo): string => option.split('.')[0] ?? ''
