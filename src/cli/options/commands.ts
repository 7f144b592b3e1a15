import { serve } from '../commands/serve.js'
import type { Terminal } from '../terminal.js'
import {
  besideOptions,
  checkOptions,
  commonOptions,
  conductOptions,
  execOptions,
  initOptions,
  type Options,
  replayOptions,
  serveOptions,
  stopOptions,
  tokenOptions,
  whyOptions,
} from './options.js'
import { sweepOptions } from './sweep-options.js'
import type { CommandInput } from './values.js'

/** For example "npx tristore-emulator why r41". */
export const commandLine = (args: string): string => `npx tristore-emulator ${args}`.trim()

/** Used both for parsing the command line and for the help. */
export interface CliCommand {
  /** Empty for the default command. */
  readonly name: string
  /** The command's arguments in cac's notation, e.g. `<...FILE>`, or empty if there aren't any. */
  readonly args: string
  readonly help: string
  readonly options: Options
  /** Options to show in the help without `--all`. By default, all options are shown. */
  readonly usual?: readonly string[]
  /** True if it takes a command to run after `--`. */
  readonly runsCommand?: true
  /** Arguments for `commandLine`, each with an explanation. */
  readonly examples: readonly (readonly [args: string, purpose: string])[]
  run(call: CommandInput, terminal: Terminal): Promise<number>
}

const USUAL = ['seed', 'clock', 'freeze', 'profile']
const USUAL_OF_START = [...USUAL, 'require-world', 'db-port', 'cors', 'log', 'quiet']

/** Returns a command's own options, as opposed to those for its emulator. */
const ownOf = (options: Options): string[] =>
  Object.keys(options).filter((name) => !Object.hasOwn(besideOptions, name))

/** All commands but the first are loaded on demand, so that startup is faster. */
export const commands: readonly [CliCommand, ...CliCommand[]] = [
  {
    name: '',
    args: '',
    help: 'start the emulator',
    options: serveOptions,
    usual: [...USUAL_OF_START, 'port', 'host', 'watch', 'admin-token'],
    examples: [
      ['', 'with fixtures.yaml if it is in this folder, or else with the starter seed'],
      ['-p 5000 -s fixtures.yaml --watch', 'on another port; reloads the file when it changes'],
      ['--clock 2026-01-31T23:59:00Z --freeze', 'stopped a minute before the end of a month'],
    ],
    run: serve,
  },
  {
    name: 'exec',
    args: '',
    runsCommand: true,
    help: 'run a command with its own emulator: npx tristore-emulator exec -- npm test',
    options: execOptions,
    usual: [...USUAL_OF_START, ...ownOf(execOptions)],
    examples: [
      ['exec -- npm test', 'runs the tests with KV_BASE_URL, DB_BASE_URL and EMULATOR_URL set'],
      ['exec --seed fixtures.yaml --usage -- npm test', 'then prints what the run used'],
    ],
    run: async (call, terminal) => (await import('../commands/exec.js')).exec(call, terminal),
  },
  {
    name: 'sweep',
    args: '',
    runsCommand: true,
    help: 'run a command many times, each time with one disturbance: npx tristore-emulator sweep -- npm test',
    options: sweepOptions,
    usual: [...USUAL, ...ownOf(sweepOptions)],
    examples: [
      ['sweep --seed fixtures.yaml -- npm test', 'faults, gaps and boundaries, each run in a fresh world'],
      ['sweep --faults 503,lost -- pytest', 'two faults at each request, nothing else'],
    ],
    run: async (call, terminal) => (await import('../commands/sweep.js')).sweep(call, terminal),
  },
  {
    name: 'why',
    args: '[REQUEST|PLACE/KEY]',
    help: 'explain why a request was refused (by default the last one) and what would change that, or why a key does or does not exist',
    options: whyOptions,
    examples: [
      ['why', 'the last request that was refused'],
      ['why r41', 'this request'],
      ['why ns_shop_k3v9x2/session:1', 'who wrote, deleted or read the key'],
    ],
    run: async (call, terminal) => (await import('../commands/why.js')).why(call, terminal),
  },
  {
    name: 'conduct',
    args: '[FILE]',
    help: 'judge how well the client behaves, from its requests to a running emulator or from a HAR archive of them',
    options: conductOptions,
    examples: [
      ['conduct', 'exits with 1 if a duty is broken'],
      ['conduct failed.har', 'judges a finished run'],
    ],
    run: async (call, terminal) => (await import('../commands/conduct.js')).conduct(call, terminal),
  },
  {
    name: 'replay',
    args: '<FILE>',
    help: 'run a bundle again, and compare each response with the recorded one',
    options: replayOptions,
    examples: [
      ['replay failed.tristore.json', 'exits with 1 if a response differs'],
      ['replay failed.tristore.json --until r41 --serve', 'serves the state before r41'],
    ],
    run: async (call, terminal) => (await import('../commands/replay.js')).replay(call, terminal),
  },
  {
    name: 'init',
    args: '[FILE]',
    help: 'write a commented starter seed (fixtures.yaml)',
    options: initOptions,
    examples: [
      ['init', 'then: npx tristore-emulator'],
      ['init --service leases', 'writes leases.ts and leases.test.ts'],
    ],
    run: async (call, terminal) => (await import('../commands/init.js')).init(call, terminal),
  },
  {
    name: 'check',
    args: '<...FILE>',
    help: 'check seeds, and print their problems or what they contain',
    options: checkOptions,
    examples: [
      ['check fixtures.yaml', 'in CI: exits with 1 if there is a problem'],
      ['check fixtures', 'every seed in a folder'],
      ['check --report github fixtures', 'prints problems as GitHub workflow annotations'],
    ],
    run: async (call, terminal) => (await import('../commands/check.js')).check(call, terminal),
  },
  {
    name: 'schema',
    args: '',
    help: 'print the JSON Schema of seeds, for editors',
    options: {},
    examples: [['schema > seed.schema.json', 'for "$schema" in a JSON seed']],
    run: async (call, terminal) => (await import('../commands/print.js')).schema(call, terminal),
  },
  {
    name: 'token',
    args: '',
    help: 'print a bearer token, signed by the built-in identity provider, in real time (in virtual time: POST /_admin/tokens)',
    options: tokenOptions,
    examples: [['token --sub user_alice --expires-in 1h', 'for Authorization: Bearer']],
    run: async (call, terminal) => (await import('../commands/print.js')).token(call, terminal),
  },
  {
    name: 'stop',
    args: '',
    help: 'stop a running emulator, as SIGTERM does',
    options: stopOptions,
    examples: [
      ['stop --url http://127.0.0.1:5000', 'for an emulator started by npx, which does not forward signals'],
    ],
    run: async (call, terminal) => (await import('../commands/stop.js')).stop(call, terminal),
  },
]

export const allOptions: Options = Object.assign({}, ...commands.map(({ options }) => options), commonOptions)
