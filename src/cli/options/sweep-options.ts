import {
  choice,
  count,
  duration,
  FLAG_WORDS,
  flag,
  list,
  type OptionKind,
  text,
} from '../../server/options/kinds.js'
import { ALLOWABLE, type Allowable, EDGES, type EdgeName } from '../../sweep/options.js'
import { type Options, serveOptions } from './options.js'

const texts = (placeholder: string): OptionKind<readonly string[]> =>
  list(placeholder, `expected ${placeholder}`, (text) => (text.trim() === '' ? undefined : text))

/** The names of faults, several in one text or in several. */
const names: OptionKind<readonly (readonly string[])[]> = list(
  'FAULTS',
  'expected faults such as 503,lost',
  (text) => {
    const given = text.split(',').map((name) => name.trim())
    return given.includes('') ? undefined : given
  },
)

/** The names of boundaries; true for the usual ones. */
const boundaries: OptionKind<boolean | readonly EdgeName[]> = {
  takes: 'optional',
  placeholder: 'EDGES',
  expected: `expected boundaries such as expiry,month (there are ${EDGES.join(', ')}), or nothing for the usual ones`,
  read([text]) {
    const isOn = FLAG_WORDS.get(text.toLowerCase())
    if (isOn !== undefined) return isOn
    const given = text.split(',').map((name) => EDGES.find((edge) => edge === name.trim()))
    return given.includes(undefined) ? undefined : given.filter((edge) => edge !== undefined)
  },
}

const allowances: OptionKind<readonly (readonly [point: string, outcome: Allowable])[]> = list(
  'POINT=OUTCOME',
  `expected a point and its outcome (${ALLOWABLE.join(' or ')}), such as "documents.create lost=differs"`,
  (text) => {
    const end = text.lastIndexOf('=')
    const outcome = ALLOWABLE.find((one) => one === text.slice(end + 1))
    return end < 1 || outcome === undefined ? undefined : ([text.slice(0, end), outcome] as const)
  },
)

/** Options of `emulator sweep`: those of the emulator, which listens on a free port and logs no requests. */
export const sweepOptions = {
  ...serveOptions,
  port: { ...serveOptions.port, initially: '0', help: 'listen here; 0 is a free port' },
  log: { ...serveOptions.log, initially: 'off', help: 'the request log, on the error output' },
  faults: {
    env: 'EMULATOR_FAULTS',
    kind: names,
    help: 'the faults that each request meets in turn: lost, statuses, reset, close, hang, truncate, cut, garbage (lost,503,429,reset)',
  },
  gaps: {
    env: 'EMULATOR_GAPS',
    kind: flag,
    help: 'fill each gap of the contract that the run used otherwise',
  },
  edges: {
    env: 'EMULATOR_EDGES',
    kind: boundaries,
    help: 'have requests arrive around each boundary that they touched: expiry, token, month, window, quota, storage (the first two)',
  },
  only: { env: 'EMULATOR_ONLY', kind: texts('POINT'), help: 'run this point alone; repeatable' },
  allow: { env: 'EMULATOR_ALLOW', kind: allowances, help: 'accept an outcome of a point; repeatable' },
  concurrency: {
    env: 'EMULATOR_CONCURRENCY',
    kind: count,
    help: 'commands side by side (one for each core)',
  },
  timeout: {
    env: 'EMULATOR_TIMEOUT',
    kind: duration,
    initially: '10s',
    help: 'the real time that one run may take',
  },
  bundles: {
    env: 'EMULATOR_BUNDLES',
    kind: text('DIR'),
    help: 'write the run of each finding there, for `emulator replay`',
  },
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json', 'junit'),
    initially: 'pretty',
    help: 'how to print what was found',
  },
} as const satisfies Options
