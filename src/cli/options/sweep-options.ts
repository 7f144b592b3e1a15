import {
  count,
  duration,
  FLAG_WORDS,
  flag,
  list,
  type OptionKind,
  text,
} from '../../server/options/option-values.js'
import { besideOptions, type Options, report } from './options.js'

const EDGES = ['expiry', 'token', 'month', 'window', 'quota', 'storage'] as const
type EdgeName = (typeof EDGES)[number]

const ALLOWABLE = ['failed', 'differs'] as const
type Allowable = (typeof ALLOWABLE)[number]

const texts = (placeholder: string): OptionKind<readonly string[]> =>
  list(placeholder, placeholder, (text) => (text.trim() === '' ? undefined : text))

const names: OptionKind<readonly (readonly string[])[]> = list(
  'FAULTS',
  'faults such as 503,lost',
  (text) => {
    const given = text.split(',').map((name) => name.trim())
    return given.includes('') ? undefined : given
  },
)

/** The names of boundaries, or true for the usual ones. */
const boundaries: OptionKind<boolean | readonly EdgeName[]> = {
  takes: 'optional',
  placeholder: 'EDGES',
  expected: `boundaries such as expiry,month (there are ${EDGES.join(', ')}), or nothing for the usual ones`,
  read([text]) {
    const isOn = FLAG_WORDS.get(text.toLowerCase())
    if (isOn !== undefined) return isOn
    const given = text.split(',').map((name) => EDGES.find((edge) => edge === name.trim()))
    return given.includes(undefined) ? undefined : given.filter((edge) => edge !== undefined)
  },
}

const allowances: OptionKind<readonly (readonly [point: string, outcome: Allowable])[]> = list(
  'POINT=OUTCOME',
  `a point and its outcome (${ALLOWABLE.join(' or ')}), such as "documents.create lost=differs"`,
  (text) => {
    const end = text.lastIndexOf('=')
    const outcome = ALLOWABLE.find((one) => one === text.slice(end + 1))
    return end < 1 || outcome === undefined ? undefined : ([text.slice(0, end), outcome] as const)
  },
)

export const sweepOptions = {
  ...besideOptions,
  faults: {
    kind: names,
    help: 'the faults to try at each request: lost, a status, reset, close, hang, truncate, cut, garbage (lost,503,429,reset)',
  },
  gaps: { kind: flag, help: 'try other values for each gap in the contract that the run used' },
  edges: {
    kind: boundaries,
    help: 'move requests to each boundary that they touched: expiry, token, month, window, quota, storage (the first two)',
  },
  only: { kind: texts('POINT'), help: 'run only this point; repeatable' },
  allow: { kind: allowances, help: 'accept this outcome of a point; repeatable' },
  concurrency: { kind: count, help: 'the number of commands to run at once (one per core)' },
  timeout: { kind: duration, initially: '10s', help: 'the time limit of one run, in real time' },
  bundles: {
    kind: text('DIR'),
    help: 'write the run of each finding to this folder, for `npx tristore-emulator replay`',
  },
  report: report('the format of the report', 'json', 'junit'),
} as const satisfies Options
