import { version } from '../../src/package-files.js'
import type { WayName } from './program.js'
import type { Kept } from './run.js'

/**
 * Returns a run in the form in which runs are kept and compared. It leaves out, and nothing else does:
 *
 * - sentences: each `message`, `reason` and `hint`, X-Emulator-Reason, and what they add to the length of a body
 * - the ports of this machine, the version of the package, and signatures of tokens, which are random
 * - hashes in bundles: they are of whole answers, which the journal has. Replays compare them
 * - the `socket` of a request, and what sockets add to a head: Connection, Content-Length, and the case and order of
 *   the names of headers. Programs that run in one way keep these, and the journal has the heads of answers as they are
 *
 * Real times need no rule, since the machine's clock is still (ways.ts).
 *
 * @param way the one way of the program; undefined if it runs in both
 */
export function compared(kept: Kept, way: WayName | undefined): Kept {
  const plain = (value: unknown) => (way === undefined ? likeFetch(value) : value)
  const worlds = Object.entries(kept.worlds).map(([name, { journal, har, bundle, ...world }]) => [
    name,
    {
      journal: journal.map(plain).map(withoutSentences),
      ...(har === undefined ? {} : { har: har.map(plain).map(withoutSentences) }),
      export: withoutSentences(world.export),
      // The bundle's lengths of bodies count no sentences.
      bundle: each(plain(bundle), (text, key) => (key === 'hash' ? '…' : sentenceless(text, key))),
    },
  ])
  return { answers: kept.answers.map(plain).map(withoutSentences), worlds: Object.fromEntries(worlds) }
}

/** A bundle that is run again keeps its sentences and hashes. */
export const keptBundle = (bundle: unknown): unknown => each(bundle, withoutMachine)

const TOKEN = /(eyJ[\w-]+\.[\w-]+\.)([\w-]+)/g
const ADDRESS = /127\.0\.0\.1:\d+/g

function withoutMachine(text: string, key: string): string {
  if (key === 'version' && text === version) return '…'
  return text
    .replace(TOKEN, (_, claims: string, signature: string) => claims + 'x'.repeat(signature.length))
    .replace(ADDRESS, '127.0.0.1:…')
    .replace(NAMED_VERSION, '$1"…"')
}

const SENTENCES = new Set(['message', 'reason', 'hint', 'x-emulator-reason'])
/** As in the text of a body. */
const SENTENCE = /"(message|reason|hint)":( ?)"(?:[^"\\]|\\.)*(?:"|$)/g
const NAMED_VERSION = new RegExp(`("version": ?)"${version.replaceAll('.', '\\.')}"`, 'g')
/** As in raw bytes. */
const WIRE_SENTENCES = /((?:x-emulator-reason|content-length): ).*/gi

function sentenceless(text: string, key: string): string {
  if (SENTENCES.has(key.toLowerCase())) return '…'
  const plain = withoutMachine(text, key).replace(SENTENCE, '"$1":$2"…"')
  return key === 'came' ? plain.replace(WIRE_SENTENCES, '$1…') : plain
}

const LENGTHS = new Set(['bytes', 'size', 'bodySize', 'content-length'])

function withoutSentences(value: unknown): unknown {
  const lengths = new Map<number, number>()
  const plain = each(value, (text, key) => {
    const shorter = sentenceless(text, key)
    if (shorter !== text) lengths.set(Buffer.byteLength(text), Buffer.byteLength(shorter))
    return shorter
  })
  if (lengths.size === 0) return plain
  const shorter = (length: number) => lengths.get(length) ?? length
  return each(
    plain,
    (text, key) => (LENGTHS.has(key.toLowerCase()) ? String(shorter(Number(text))) : text),
    (length, key) => (LENGTHS.has(key) ? shorter(length) : length),
  )
}

const OF_SOCKETS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Headers as fetch shows them: with lower-case names, in their order. */
function likeFetch(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    if (key !== 'headers' && key !== 'requestHeaders') return value.map((item) => likeFetch(item))
    const named = value.map((header) => ({ header, name: nameOf(header) }))
    return named
      .filter(({ name }) => !OF_SOCKETS.has(name))
      .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
      .map(({ header, name }) => (Array.isArray(header) ? [name, ...header.slice(1)] : { ...header, name }))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'socket')
      .map(([name, member]) => [name, likeFetch(member, name)]),
  )
}

/** Archives write headers as {name, value}, everything else as [name, value]. */
const nameOf = (header: unknown): string =>
  String(Array.isArray(header) ? header[0] : Reflect.get(Object(header), 'name')).toLowerCase()

/** Maps every text and number of a value. The key of a header's value is the header's name. */
function each(
  value: unknown,
  onText: (text: string, key: string) => string,
  onNumber: (number: number, key: string) => number = (number) => number,
  key = '',
): unknown {
  const inside = (item: unknown, name: string) => each(item, onText, onNumber, name)
  if (typeof value === 'string') return onText(value, key)
  if (typeof value === 'number') return onNumber(value, key)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const [name] = value
    const isPair = value.length === 2 && value.every((item) => typeof item === 'string')
    return value.map((item, at) => inside(item, isPair && at === 1 ? String(name) : key))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      inside(member, name === 'value' && 'name' in value ? String(value.name) : name),
    ]),
  )
}
