import { formatDuration } from '../../core/durations.js'
import { printable } from '../../core/printable.js'
import type { ResolvedScope } from '../../services/documents/collection.js'
import type { Style } from '../terminal.js'
import { aligned, counted, limitsText, shortened } from './format.js'
import type { Started } from './started.js'
import { countsText, type SummarizedResource, type Summary } from './summary.js'

export function startText(started: Started, style: Style): string {
  const { version, seeds, notes, held } = started
  const lines = [
    style('bold', `tristore-emulator ${version}`),
    '',
    ...addresses(started),
    '',
    style('bold', seeds.length === 0 ? 'The starter seed' : `Seeded from ${printable(seeds.join(', '))}`),
    ...notes.map((note) => `  ${printable(note)}`),
    `  ${countsText(held)}${started.faults === 0 ? '' : `, ${counted(started.faults, 'fault')}`}`,
    '',
    ...shortened([...held.namespaces, ...held.stores], (resource) => resourceText(resource, style)).flatMap(
      indented,
    ),
    ...databaseLines(held, style),
    style('bold', 'Strictness'),
    ...strictness(started),
    '',
    `  export KV_BASE_URL=${started.baseUrl} DB_BASE_URL=${started.dbBaseUrl}${ownText(started)}`,
    '',
  ]
  return `${lines.join('\n')}\n`
}

const ownText = ({ ownVariables }: Started): string =>
  Object.entries(ownVariables)
    .map(([name, url]) => ` ${name}=${url}`)
    .join('')

function addresses({ baseUrl, dbBaseUrl, adminUrl }: Started): string[] {
  return aligned([
    ['key-value, config', baseUrl],
    ['database', dbBaseUrl],
    ['admin', adminUrl],
    ['dashboard', `${baseUrl}/_dashboard/`],
  ])
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

function resourceText({ id, owner, entries, keys, limits }: SummarizedResource, style: Style): string {
  const title = `${style('bold', printable(id))}  ${counted(entries, 'entry', 'entries')}, owner ${printable(owner)}`
  const ownLimits = limitsText(limits)
  const rows = [...keyRows(keys), ...(ownLimits === '' ? [] : ([['limits', ownLimits]] as const))]
  return [title, ...aligned(rows)].join('\n')
}

/** Returns one row per scope, because there may be many keys but only a few scopes. */
function keyRows(keys: SummarizedResource['keys']): (readonly [string, string])[] {
  const scopes = [...new Set(keys.map(({ scope }) => scope))]
  return scopes.map((scope) => {
    const held = keys.filter((key) => key.scope === scope)
    return [scope, shortened(held, ({ key }) => printable(key)).join(', ')]
  })
}

function databaseLines({ databaseKeys }: Summary, style: Style): string[] {
  if (databaseKeys.length === 0)
    return [`  ${style('bold', 'database')}  no keys, so every request gets a 401`, '']
  const rows = databaseKeys.map(({ key, scope }) => [printable(key), scopeText(scope)] as const)
  const shown = aligned(rows)
  return [`  ${style('bold', 'database')}`, ...shortened(shown, (line) => `  ${line}`), '']
}

function scopeText(scope: ResolvedScope | undefined): string {
  if (scope === undefined) return 'sees everything'
  const { projects, documents, outOfScope } = scope
  const ids = (noun: string, set: ReadonlySet<string>) =>
    set.size === 0 ? [] : [`${noun}${set.size === 1 ? '' : 's'} ${shortened([...set], printable).join(', ')}`]
  const seen = [...ids('project', projects), ...ids('document', documents)]
  return `sees ${seen.length === 0 ? 'what it creates' : seen.join('; ')} (else ${outOfScope})`
}

function strictness({ bearer, defaultLimits, held, grease, clock, isAdminOpen }: Started): string[] {
  const { rateLimit } = held
  const rows: [string, string][] = [
    ['bearer tokens', bearerText(bearer)],
    ['limits', `${limitsText(defaultLimits)}, for namespaces that set none`],
  ]
  if (rateLimit !== undefined) {
    rows.push([
      'database',
      `${counted(rateLimit.requests, 'request')} per key in ${formatDuration(rateLimit.perMs)}`,
    ])
  }
  if (grease !== undefined)
    rows.push(['grease', `on: ${grease}; what the contract leaves open varies from answer to answer`])
  if (clock.mode === 'frozen') rows.push(['clock', `frozen at ${clock.iso}`])
  else if (clock.isMoved) rows.push(['clock', `runs from ${clock.iso}${rateText(clock.rate)}`])
  if (isAdminOpen)
    rows.push(['admin', 'open to anyone who can reach this address; --admin-token T protects it'])
  return aligned(rows)
}

function bearerText({ check, keys }: Started['bearer']): string {
  if (check === 'decode') return 'decoded: any well-formed JWT is accepted, whatever its signature'
  return `verified: signed by ${['the built-in provider (`npx tristore-emulator token` prints one)', ...keys.map(printable)].join(' or by ')}`
}

const rateText = (rate: number): string => (rate === 1 ? '' : `, ${rate} s per real second`)
