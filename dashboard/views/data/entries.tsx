import { TTL_MIN_S } from '../../../src/contract/values.js'
import type { ConfigEntryInfo } from '../../../src/services/config/admin.js'
import type { EntryInfo } from '../../../src/services/kv/admin.js'
import { baseUrl } from '../../address.js'
import { ApiError, at, get, type QueryParameters, send } from '../../api.js'
import { now } from '../../clock.js'
import { Code } from '../../components/code.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import { FoundText, shortText } from '../../components/short-text.js'
import type { Column } from '../../components/table.js'
import { Countdown, Instant } from '../../components/time.js'
import { CurlCommands } from '../../features/records/curl-commands.js'
import { ExpiryJumps } from '../../features/records/expiry-jumps.js'
import type { ListedKind } from '../../features/records/kind.js'
import { curlText, quoted } from '../../lib/curl.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { bytes, dateTime } from '../../lib/format.js'
import { indented } from '../../lib/json-text.js'
import { orderBy, textOrder } from '../../lib/sort.js'
import { momentText } from '../../lib/typed-time.js'
import { type Holder, type HolderKind, pathOf } from './holder-kind.js'

/** An entry of a namespace or config store. */
type Entry = Pick<EntryInfo, 'key' | 'value' | 'json'> & Partial<EntryInfo & ConfigEntryInfo>

/** With all its digits. */
const valueText = ({ json, value }: Entry): string => json ?? JSON.stringify(value)

const TITLE_MAX = 80

export function entriesOf(kind: HolderKind, holder: Holder): ListedKind<Entry> {
  const path = `${pathOf(kind, holder)}/entries`
  const list = async (query: QueryParameters, signal?: AbortSignal) => {
    const { entries, next } = await get<{ entries: readonly Entry[]; next?: string }>(path, query, signal)
    return { rows: entries, next }
  }
  return {
    noun: 'entry',
    plural: 'entries',
    path,
    found: 'key or value',
    list,
    idOf: ({ key }) => key,
    columns: kind.expires ? EXPIRING : LASTING,
    form: {
      fieldsOf: (entry) => [
        ...(entry === undefined ? [KEY] : []),
        VALUE,
        ...(kind.expires ? expiryFields(entry) : []),
      ],
      draftOf: (entry) =>
        entry === undefined
          ? { key: '', value: '{}', seconds: '3600' }
          : { value: indented(valueText(entry)), expiry: 'keep', seconds: '', instant: '' },
      async save(draft, entry) {
        const { key = '', value, seconds = '' } = draft
        if (entry !== undefined) {
          const lifetime = kind.expires ? lifetimeOf(entry, draft) : {}
          return send('PUT', path + at`/${entry.key}`, { json: value, ...lifetime })
        }
        // Use the list, because browsers log every 404 as an error.
        const target = path + at`/${key}`
        const [first] = (await list({ prefix: key, sort: 'key', limit: 1 })).rows
        if (first?.key === key) {
          const message = 'There is already an entry with this key.'
          throw new ApiError({ status: 409, message, hint: 'Open it to change it.' })
        }
        return send('PUT', target, {
          json: value,
          ...(kind.expires ? { ttlSeconds: wholeNumber(seconds) } : {}),
        })
      },
    },
    copies: (entry) => [
      ['key', entry.key],
      ['value', valueText(entry)],
    ],
    actions: ({ key, expiresAt }) =>
      expiresAt === undefined ? null : <ExpiryJumps of={shortText(key, 40)} at={instantOf(expiresAt)} />,
    detail: {
      area: kind.area,
      parameter: 'key',
      address: { [kind.parameter]: holder.id },
      get: (key, signal) => get<Entry>(path + at`/${key}`, {}, signal),
      titleOf: (key) => shortText(key, TITLE_MAX),
      facts: (entry) => <Facts kind={kind} holder={holder} entry={entry} />,
      textOf: (entry) =>
        `{"value": ${valueText(entry)}, "changed": ${JSON.stringify(entry.updatedAt ?? entry.expiresAt)}}`,
    },
  }
}

const KEY: FieldSpec = { name: 'key', label: 'Key', placeholder: 'flag:checkout', isNeeded: true }

const VALUE: FieldSpec = { name: 'value', label: 'Value', type: 'json', path: 'json' }

const EXPIRIES = [
  ['keep', 'unchanged'],
  ['ttl', 'a number of seconds from now'],
  ['at', 'at a given time'],
] as const

function expiryFields(entry: Entry | undefined): readonly FieldSpec[] {
  const seconds = { name: 'seconds', path: 'ttlSeconds' }
  if (entry === undefined) return [{ ...seconds, label: 'Time to live (seconds)' }]
  return [
    { name: 'expiry', label: 'Expiry', options: EXPIRIES },
    {
      ...seconds,
      label: 'Seconds',
      placeholder: String(entry.ttlSeconds ?? 3600),
      isShown: ({ expiry }) => expiry === 'ttl',
    },
    {
      name: 'instant',
      label: 'Expires at',
      path: 'expiresAt',
      placeholder: '+30s',
      hint: 'E.g. +30s, 18:00, tomorrow or 2026-01-31',
      isShown: ({ expiry }) => expiry === 'at',
    },
  ]
}

/** The members of the PUT that set the expiry. Keeps `createdAt`, because editing an entry doesn't create it again. */
function lifetimeOf(
  { createdAt, expiresAt, ttlSeconds }: Entry,
  { expiry, seconds = '', instant = '' }: Draft,
): object {
  if (expiry === 'keep') return { createdAt, expiresAt, ttlSeconds }
  if (expiry === 'at') return { createdAt, expiresAt: momentText(instant, now.peek()) }
  const ttl = wholeNumber(seconds)
  // Without `expiresAt`, the TTL would count from the creation. A TTL that's too short is sent anyway, so that the
  // emulator can reject it.
  const isLong = typeof ttl === 'number' && ttl >= TTL_MIN_S
  return { createdAt, ttlSeconds: ttl, ...(isLong ? { expiresAt: `+${ttl}s` } : {}) }
}

interface FactsProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly entry: Entry
}

function Facts({ kind, holder, entry }: FactsProps) {
  const { key, ttlSeconds, createdAt, expiresAt, updatedAt } = entry
  const facts = [
    ['Expires', expiresAt !== undefined && <Countdown isEnd to={instantOf(expiresAt)} />],
    ['Time to live', ttlSeconds !== undefined && `${ttlSeconds} s`],
    ['Created', createdAt !== undefined && dateTime(instantOf(createdAt))],
    ['Updated', updatedAt !== undefined && dateTime(instantOf(updatedAt))],
  ] as const
  return (
    <>
      {key.length > TITLE_MAX && <Code label="Key" text={key} />}
      <dl class="facts">
        {facts.map(
          ([title, text]) =>
            text !== false && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <Code label="Value" text={valueText(entry)} />
      <CurlCommands commands={commandsOf(kind, holder, entry)} />
    </>
  )
}

/** One for each method that a key may use. */
function commandsOf(
  { service, expires }: HolderKind,
  { id, keys }: Holder,
  entry: Entry,
): readonly (readonly [method: string, command: string])[] {
  const url = baseUrl + service + at`/${id}/${entry.key}`
  const ttl = expires ? `, "ttlSeconds": ${entry.ttlSeconds ?? 60}` : ''
  const body = `{"value": ${valueText(entry)}${ttl}}`
  return (['GET', 'PUT'] as const).flatMap((method) => {
    const isGet = method === 'GET'
    const key = keys.find(({ scope }) => scope !== (isGet ? 'write' : 'read'))?.key
    if (key === undefined) return []
    const headers = [quoted(`X-KV-Key: ${key}`)]
    return [[method, curlText(method, url, headers, isGet ? '' : body)] as const]
  })
}

/** In ms. */
const instantOf = (instant: string | number): number =>
  typeof instant === 'number' ? instant : Date.parse(instant)

/** Bytes of key and value, as the service counts them. */
const sizeOf = (entry: Entry): number => new TextEncoder().encode(entry.key + valueText(entry)).length

const BEGINNING: readonly Column<Entry>[] = [
  { title: 'Key', width: '33%', order: textOrder('key'), cell: ({ key }) => <FoundText mono text={key} /> },
  { title: 'Value', minor: true, cell: (entry) => <FoundText mono text={valueText(entry)} /> },
  {
    title: 'Size',
    width: '5.5rem',
    align: 'end',
    minor: 'unless wide',
    order: orderBy('-size', 'largest', 'smallest'),
    cell: (entry) => bytes(sizeOf(entry)),
  },
]

const LASTING: readonly Column<Entry>[] = [
  ...BEGINNING,
  {
    title: 'Updated',
    width: '12.5rem',
    minor: 'unless wide',
    order: orderBy('-updatedAt', 'last updated', 'first updated'),
    cell: ({ updatedAt }) => (updatedAt === undefined ? null : <Instant ms={instantOf(updatedAt)} />),
  },
]

const EXPIRING: readonly Column<Entry>[] = [
  ...BEGINNING,
  {
    title: 'Written',
    width: '10.5rem',
    minor: 'unless wide',
    order: orderBy('-createdAt', 'last written', 'first written'),
    cell: ({ createdAt }) => (createdAt === undefined ? null : <Countdown to={instantOf(createdAt)} />),
  },
  {
    title: 'Expires',
    width: '9.5rem',
    order: orderBy('expiresAt', 'expires next', 'expires last'),
    cell: ({ expiresAt }) => (expiresAt === undefined ? null : <Countdown isEnd to={instantOf(expiresAt)} />),
  },
]
