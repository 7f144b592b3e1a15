import type { NamespaceInfo, StoreInfo } from '../../client/answers.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import { operations, unknownParameters } from '../../contract/operations.js'
import { printableJson } from '../../core/printable.js'
import type { Fix } from '../../domain/refusals/fixes.js'
import type { RequestDetails } from '../../index.js'
import type { ExplainedGate } from '../../inspect/explain.js'
import { decodeSegment, Routes } from '../../request/route.js'
import { yaml } from '../../seed/text/yaml.js'
import { aligned, counted, printable, shortened } from '../output/format.js'
import type { Style } from '../terminal.js'

const routes = new Routes(operations)

/**
 * Explains a response to the user: the request, the reason, all checks with their numbers, the state at the time, and
 * what would change it. `adminUrl` belongs to the request's world, and `present` describes its current state.
 */
export function whyLines(
  request: RequestDetails,
  { adminUrl, present, style }: { adminUrl: string; present: readonly string[]; style: Style },
): string[] {
  const fixes = request.explain.fixes.flatMap((fix) => fixLines(fix, adminUrl))
  const title = `${request.id}  ${request.method} ${request.target}  ${answerText(request)}`
  const lines = [
    ...askedLines(request),
    '',
    `Why: ${reasonText(request)}`,
    ...section('The checks, in order:', gateLines(request.explain.gates)),
    ...section('It ran into:', metLines(request)),
    ...section(
      'Right now:',
      present.map((line) => `  ${line}`),
    ),
    ...section('What would change it:', fixes),
  ]
  return [style('bold', printable(title)), ...lines.map(printable)]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

function answerText({ status, outcome, lostStatus }: RequestDetails): string {
  const lost = lostStatus === undefined ? '' : ` (${lostStatus} was lost)`
  return `${status === null ? 'no answer' : status} ${outcome}${lost}`
}

function askedLines({ operation, atIso, credential, otherTime, requestBody }: RequestDetails): string[] {
  const asked = `  ${operation ?? 'not an operation of the contract'} at ${atIso}`
  const named = credential === '' ? 'an empty credential' : credential
  const by = named === null ? 'without a credential' : `with ${named}`
  const body = requestBody === undefined ? [] : [`  body: ${requestBody.text}`]
  const lived = otherTime === undefined ? [] : [`  from another time: ${otherTime}`]
  return [`${asked}, ${by}`, ...lived, ...body]
}

function reasonText({ reason, absence, explain: { fault }, outcome }: RequestDetails): string {
  const parts = [
    ...(reason === undefined ? [] : [reason + (absence === undefined ? '' : ` (${absence})`)]),
    ...(fault === undefined ? [] : [`the fault ${fault.id} fired: ${fault.text}`]),
  ]
  if (parts.length > 0) return parts.join('; ')
  return outcome === 'ok' ? 'it was not refused' : outcome
}

function gateLines(gates: readonly ExplainedGate[]): string[] {
  return aligned(
    gates.map(({ gate, result, ...numbers }) => [result, [gate, ...numbered(numbers)].join('  ')]),
  )
}

const numbered = (numbers: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(numbers).map(([name, number]) => `${name} ${number}`)

function metLines({ operation, target, explain: { entry, gaps, grease } }: RequestDetails): string[] {
  const options = Object.entries(gaps).filter(([option]) => !isWording(option))
  return [
    ...(entry === undefined ? [] : [`  the entry: ${entry}`]),
    ...options.map(([option, value]) => `  a gap in the contract: ${option} is ${JSON.stringify(value)}`),
    ...(grease === undefined ? [] : ['  grease: the answer was varied']),
    ...unknownParameters(operation, target).map(
      (name) => `  the parameter ${name}, which ${operation} does not have`,
    ),
  ]
}

/** Checks if an option only affects the wording of an error, and not whether there is one. */
const isWording = (option: string): boolean => option.startsWith('errors.') || option === 'database.codes'

function fixLines({ text, call }: Fix, adminUrl: string): string[] {
  if (call === undefined) return [`  ${text}`]
  const { method, path, body = {} } = call
  // The body of this call can be used in a seed without any changes.
  const seed = path === '/state' ? seedLines(body).map((line) => `    in the seed:  ${line}`) : []
  return [
    `  ${text}`,
    ...seed,
    `    ${seed.length === 0 ? 'by a call:   ' : 'or now:      '} ${curl(method, adminUrl + path, call.body)}`,
  ]
}

function seedLines(seed: object): string[] {
  return Object.entries(seed).map(([name, value]) => {
    const text = yaml().stringify(value, {
      collectionStyle: 'flow',
      lineWidth: 0,
      flowCollectionPadding: false,
    })
    return `${name}: ${printableJson(text.replace(/\n\s*/g, ' ').trim())}`
  })
}

function curl(method: string, url: string, body: object | undefined): string {
  const data = body === undefined ? '' : ` -d ${quoted(printableJson(JSON.stringify(body)))}`
  return `curl -X ${method} ${quoted(url)}${data}`
}

/** For the shell, if necessary. */
const quoted = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Describes the current state of the namespace, store or database keys that a request used. */
export async function presentLines(
  { method, path }: RequestDetails,
  { namespaces, stores, databaseKeys }: EmulatorClient,
): Promise<string[]> {
  const found = routes.find(method, path)
  if (found.operation === undefined) return []
  const id = decodeSegment(found.segments[0]) ?? ''
  switch (found.operation.service) {
    case 'kv':
      return holderLines(await namespaces.list(), id, 'namespace')
    case 'config':
      return holderLines(await stores.list(), id, 'config store')
    case 'documents': {
      const keys = await databaseKeys.list()
      return [keys.length === 0 ? 'no database key' : `database keys: ${listed(keys.map(({ key }) => key))}`]
    }
  }
}

function holderLines(holders: readonly (NamespaceInfo | StoreInfo)[], id: string, noun: string): string[] {
  const holder = holders.find((one) => one.id === id)
  if (holder === undefined) {
    const others = holders.length === 0 ? '' : `; there is ${listed(holders.map((one) => one.id))}`
    return [`no ${noun} ${id}${others}`]
  }
  const { owner, keys, entries } = holder
  const gone = 'expired' in entries && entries.expired > 0 ? ` and ${entries.expired} expired` : ''
  return [
    `${noun} ${id} with ${counted(entries.live, 'live entry', 'live entries')}${gone}, owner ${owner}`,
    keys.length === 0 ? 'no keys' : `keys: ${listed(keys.map(({ key, scope }) => `${key} (${scope})`))}`,
  ]
}

const listed = (names: readonly string[]): string => shortened(names, (name) => name).join(', ')
