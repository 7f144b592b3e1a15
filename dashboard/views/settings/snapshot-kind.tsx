import type { RestoredInfo, SnapshotInfo, SnapshotsAnswer } from '../../../src/admin/calls/snapshots.js'
import { ApiError, at, get, send } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { Loaded } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { Instant } from '../../components/time.js'
import { WouldChange } from '../../features/history/changes.js'
import { type ListedKind, localList } from '../../features/records/kind.js'
import { say } from '../../features/said.js'
import { count, counted } from '../../lib/format.js'
import { byText, orderBy, type RankedOrder, textOrder } from '../../lib/sort.js'
import { useLive } from '../../live.js'

/** `present` is what the world holds now, for comparison. */
type Listed = SnapshotInfo & Pick<SnapshotsAnswer, 'present'>

const TAKEN: RankedOrder<Listed> = {
  order: orderBy('-at', 'latest first', 'earliest first'),
  rankOf: ({ at: taken }) => taken,
}

async function load(signal?: AbortSignal): Promise<readonly Listed[]> {
  const { snapshots, present } = await get<SnapshotsAnswer>('/snapshots', {}, signal)
  return snapshots.map((one) => ({ ...one, present }))
}

async function find(name: string, signal?: AbortSignal): Promise<Listed> {
  const found = (await load(signal)).find((one) => one.name === name)
  if (found !== undefined) return found
  throw new ApiError({ status: 404, message: `Snapshot ${name} no longer exists.` })
}

export const SNAPSHOTS: ListedKind<Listed> = {
  noun: 'snapshot',
  plural: 'snapshots',
  path: '/snapshots',
  found: 'name',
  hint: 'Take one before you try something. Restoring it undoes everything since.',
  list: localList({
    load,
    textsOf: ({ name }) => [name],
    orders: [byText<Listed>('name', ({ name }) => name), TAKEN],
  }),
  idOf: ({ name }) => name,
  columns: [
    { title: 'Name', order: textOrder('name'), cell: ({ name }) => <ShortText mono text={name} /> },
    { title: 'Contents', minor: true, cell: ({ sizes, present }) => sizesText(sizes, present) },
    {
      title: 'Taken',
      width: '12.5rem',
      minor: true,
      order: TAKEN.order,
      cell: ({ at: ms }) => <Instant ms={ms} />,
    },
  ],
  copies: ({ name }) => [['name', name]],
  actions: ({ name }) => (
    <Confirm
      label="Restore"
      of={name}
      run={async () => {
        await send('POST', at`/snapshots/${name}/restore`)
        say({ text: `Restored ${name}` })
      }}
    />
  ),
  detail: {
    area: 'snapshots',
    parameter: 'id',
    get: find,
    titleOf: (name) => `Snapshot ${name}`,
    facts: ({ name, sizes, present, at: ms }) => (
      <>
        <p class="fact">{sizesText(sizes, present)}</p>
        <p class="hint">
          taken at <Instant ms={ms} />
        </p>
        <Restoring name={name} />
      </>
    ),
    textOf: JSON.stringify,
    isWithoutLife: true,
  },
}

type Sizes = SnapshotInfo['sizes']

/** "12 entries (2 more now)" */
function sizesText(sizes: Sizes, present: Sizes): string {
  const parts = KINDS.filter(([kind]) => sizes[kind] > 0 || present[kind] > 0).map(([kind, one]) => {
    const more = present[kind] - sizes[kind]
    const change = more === 0 ? '' : ` (${count(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} now)`
    return `${counted(sizes[kind], one, kind === 'entries' ? 'entries' : undefined)}${change}`
  })
  return parts.length === 0 ? 'empty' : parts.join(', ')
}

const KINDS = [
  ['namespaces', 'namespace'],
  ['entries', 'entry'],
  ['stores', 'store'],
  ['configs', 'config'],
  ['projects', 'project'],
  ['documents', 'document'],
] as const

/** Real ms between loads, since each one reads both states. */
const REST_MS = 2000

function Restoring({ name }: { readonly name: string }) {
  const path = `${at`/snapshots/${name}/restore`}?dryRun=true`
  const live = useLive(path, () => send<RestoredInfo>('POST', path), { restMs: REST_MS })
  return (
    <section class="stack tight" aria-label={`What restoring ${name} would change`}>
      <Loaded of={live}>{({ changes }) => changes !== undefined && <WouldChange of={changes} />}</Loaded>
    </section>
  )
}
