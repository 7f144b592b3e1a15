import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** The main rows, in short rounds. */
  readonly isQuick: boolean
  /** The quick rows, compared with the recorded figures. */
  readonly isGuard: boolean
  /** Writes the ratios of this run to recorded.json. */
  readonly isRecord: boolean
  /** The rows to run. Empty means all. */
  readonly only: readonly string[]
  /** Other Node binaries to start servers with. */
  readonly nodes: readonly string[]
  /** Where to write the results as JSON. */
  readonly json: string
  readonly isHelp: boolean
}

export const HELP = `npm run bench -- [options]   measures the built command beside a hand-written server

  --quick        the main rows in short rounds: under a minute
  --only NAME    this row; repeatable (an unknown name lists them)
  --node PATH    start-up on this Node too; repeatable (for all rows: PATH test/bench/main.js)
  --peers        beside json-server and vercel-labs/emulate (after npm ci --prefix test)
  --json FILE    where the results go (bench.json in the folder for temporary files)
  --guard        the quick rows beside test/bench/recorded.json; fails if a counted one is worse
  --record       writes the figures of this run to that file
`

/** @throws TypeError for an unknown option, and for another Node if the start is not measured */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      guard: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      node: { type: 'string', multiple: true, default: [] },
      json: { type: 'string', default: join(tmpdir(), 'tristore-emulator-bench.json') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.node.length > 0 && values.only.length > 0 && !values.only.includes('start')) {
    const [node] = values.node
    throw new TypeError(`--node is for the row start alone; to measure others: ${node} test/bench/main.js`)
  }
  return {
    isQuick: values.quick || values.guard,
    isGuard: values.guard,
    isRecord: values.record,
    only: values.peers ? ['peers', ...values.only] : values.only,
    nodes: values.node,
    json: values.json,
    isHelp: values.help,
  }
}
