import type { ContractInfo, GapInfo } from '../../../src/admin/calls/contract.js'
import { ApiError, get, send } from '../../api.js'
import { Chip } from '../../components/chip.js'
import type { FieldSpec } from '../../components/draft-form.js'
import { Page } from '../../components/page.js'
import { type ListedKind, localList } from '../../features/records/kind.js'
import { RecordList } from '../../features/records/record-list.js'
import { count, counted } from '../../lib/format.js'
import { byText, orderBy, type RankedOrder, textOrder } from '../../lib/sort.js'
import { pastPath } from '../../past-path.js'
import { linkTo } from '../../router.js'

export function Gaps() {
  return (
    <Page title="Contract gaps" lead="What the contract leaves open, and how the emulator fills it.">
      <RecordList kind={GAPS} />
    </Page>
  )
}

const USED: RankedOrder<GapInfo> = {
  order: orderBy('-used', 'used most', 'used least'),
  rankOf: ({ leanedOn }) => leanedOn.count,
}

const load = async (signal?: AbortSignal): Promise<readonly GapInfo[]> =>
  (await get<ContractInfo>('/contract', {}, signal)).gaps

async function find(option: string, signal?: AbortSignal): Promise<GapInfo> {
  const found = (await load(signal)).find((gap) => gap.option === option)
  if (found !== undefined) return found
  throw new ApiError({ status: 404, message: `There is no gap ${option}.` })
}

const set = (option: string, value: unknown) => send('PATCH', '/profile', changeOf(option, value))

const GAPS: ListedKind<GapInfo> = {
  noun: 'gap',
  plural: 'gaps',
  path: '/contract/gaps',
  found: 'status, storage, ttl',
  list: localList({
    load,
    textsOf: ({ option, meaning }) => [option, meaning],
    orders: [byText<GapInfo>('option', ({ option }) => option), USED],
  }),
  idOf: ({ option }) => option,
  columns: [
    {
      title: 'Gap',
      order: textOrder('option'),
      cell: (gap) => (
        <>
          <b class="mono">{gap.option}</b> <span class="hint">{gap.meaning}</span>{' '}
          <span class="only-narrow">
            <Value gap={gap} />
          </span>
        </>
      ),
    },
    { title: 'Value', width: '14rem', minor: true, cell: (gap) => <Value gap={gap} /> },
    {
      title: 'Responses',
      width: '6rem',
      align: 'end',
      minor: true,
      order: USED.order,
      cell: ({ leanedOn }) => (hasJournal() ? count(leanedOn.count) : ''),
    },
  ],
  removal: { label: 'Reset', run: ({ option, default: usual }) => set(option, usual) },
  form: {
    add: false,
    fieldsOf: (gap) => (gap === undefined ? [] : [fieldOf(gap)]),
    draftOf: (gap) => ({ value: textOf(gap?.value) }),
    save: async ({ value = '' }, gap) => gap && set(gap.option, chosenValue(value, gap)),
  },
  detail: {
    area: 'profile',
    parameter: 'id',
    get: find,
    titleOf: (option) => option,
    facts: (gap) => <Facts gap={gap} />,
    textOf: ({ value }) => textOf(value),
    isWithoutLife: true,
  },
}

/** A past moment's copy has no journal, so responses can't be counted. */
const hasJournal = (): boolean => pastPath.value === undefined

const Value = ({ gap }: { readonly gap: GapInfo }) => (
  <>
    <span class="mono">{textOf(gap.value) || 'none'}</span>{' '}
    {isChanged(gap) && <Chip tone="info">changed</Chip>}
  </>
)

function Facts({ gap }: { readonly gap: GapInfo }) {
  const { meaning, value, leanedOn } = gap
  return (
    <>
      <p class="fact mono">{textOf(value) || 'none'}</p>
      <p>{meaning}</p>
      <p class="hint">
        {isChanged(gap) ? `The default is ${textOf(gap.default) || 'none'}.` : 'This is the default.'}
      </p>
      {hasJournal() && (
        <p class="row tight">
          {leanedOn.count === 0 ? 'No response used it' : `${counted(leanedOn.count, 'response')} used it:`}
          {leanedOn.requests.map((id) => (
            <a key={id} href={linkTo('activity', { id })}>
              {id}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

const isChanged = (gap: GapInfo): boolean => JSON.stringify(gap.value) !== JSON.stringify(gap.default)

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const fieldOf = ({ option, allowed }: GapInfo): FieldSpec => ({
  name: 'value',
  label: option,
  path: option,
  ...(typeof allowed === 'string'
    ? { hint: allowed }
    : { options: allowed.map((one) => [textOf(one), textOf(one)]) }),
})

function chosenValue(text: string, { allowed, types = [] }: GapInfo): unknown {
  if (typeof allowed !== 'string') return allowed.find((one) => textOf(one) === text)
  if (text === '' && types.includes('null')) return null
  return types.includes('number') && /^\d+$/.test(text) ? Number(text) : text
}

/** "kv.putStatus" and 201 → `{"kv": {"putStatus": 201}}` */
const changeOf = (option: string, value: unknown): unknown =>
  option.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value ?? null)
