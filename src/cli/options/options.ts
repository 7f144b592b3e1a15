import { type Bounds, defaultBounds } from '../../domain/bounds.js'
import {
  address,
  baseUrl,
  choice,
  count,
  duration,
  flag,
  hostNames,
  instant,
  type OptionKind,
  origins,
  port,
  seeds,
  text,
  token,
  variation,
} from '../../server/options/kinds.js'
import { boundOptions } from '../../wording/bound-options.js'

/** One option of a command: parsing, the environment, validation and help derive from it. */
export interface Option<T = unknown> {
  readonly kind: OptionKind<T>
  readonly help: string
  /** Its one letter: `p` for `-p`. */
  readonly short?: string
  /** Its environment variable; the command line wins over it. */
  readonly env?: string
  /** The text that is read if none is given. */
  readonly initially?: string
}

/** Options by name, as they are typed after the two dashes. */
export type Options = Readonly<Record<string, Option>>

/** The values of options: each undefined if it was not given, unless it has an initial one. */
export type Values<T extends Options> = {
  readonly [Name in keyof T]: T[Name] extends Option<infer Value>
    ? Value | (T[Name] extends { readonly initially: string } ? never : undefined)
    : never
}

/** A bound, with its default. */
const bound = (env: string, help: string, name: keyof Bounds) => ({
  env,
  kind: count,
  help: `${help} (${defaultBounds[name]})`,
})

/** Options of every emulator that the command line starts (docs/DESIGN.md section 2). */
export const runOptions = {
  seed: {
    env: 'EMULATOR_SEED',
    short: 's',
    kind: seeds,
    help: "a seed in YAML or JSON, a folder of seeds, or - for standard input; repeatable, joined in order. The default is fixtures.yaml in this folder, else the starter seed; '' is the starter seed",
  },
  port: {
    env: 'EMULATOR_PORT',
    short: 'p',
    kind: port,
    initially: '4600',
    help: 'the port to listen on; 0 picks a free one',
  },
  'db-port': {
    env: 'EMULATOR_DB_PORT',
    kind: port,
    help: 'serve the document database on this separate port',
  },
  host: {
    env: 'EMULATOR_HOST',
    kind: address,
    initially: '127.0.0.1',
    help: 'the address to listen on; 0.0.0.0 is all of them',
  },
  'allow-host': {
    env: 'EMULATOR_ALLOW_HOST',
    kind: hostNames,
    help: 'accept this Host name for the admin interface, too; repeatable',
  },
  watch: { env: 'EMULATOR_WATCH', kind: flag, help: 'reload the seed files when they change' },
  clock: {
    env: 'EMULATOR_CLOCK',
    kind: instant,
    help: 'start the virtual clock at this time: ISO 8601, or ms since 1970',
  },
  freeze: { env: 'EMULATOR_FREEZE', kind: flag, help: 'start with the virtual clock stopped' },
  'random-seed': {
    env: 'EMULATOR_RANDOM_SEED',
    kind: count,
    help: 'the seed of generated ids, template data and probabilities (1, or what the seed says)',
  },
  profile: {
    env: 'EMULATOR_PROFILE',
    kind: text('FILE'),
    help: 'how to fill the gaps of the contract: YAML or JSON such as { kv: { putStatus: 201 } }, as a file or as the text itself',
  },
  grease: {
    env: 'EMULATOR_GREASE',
    kind: variation,
    help: 'vary what the contract leaves open, in the same way for the same number (the random seed)',
  },
  'admin-token': {
    env: 'EMULATOR_ADMIN_TOKEN',
    kind: token,
    help: 'admin calls need Authorization: Bearer T',
  },
  'require-world': {
    env: 'EMULATOR_REQUIRE_WORLD',
    kind: flag,
    help: 'refuse data requests outside a world, so that no test leaks into the default one',
  },
  'trust-proxy': {
    env: 'EMULATOR_TRUST_PROXY',
    kind: flag,
    help: 'build the addresses in answers from Forwarded and X-Forwarded-Proto, -Host and -Prefix',
  },
  cors: {
    env: 'EMULATOR_CORS',
    kind: origins,
    help: 'allow web pages of these origins (by default of any) to call the services',
  },
  'address-file': {
    env: 'EMULATOR_ADDRESS_FILE',
    kind: text('FILE'),
    help: 'write the base address to this file while the emulator listens',
  },
  'faketime-file': {
    env: 'EMULATOR_FAKETIME_FILE',
    kind: text('FILE'),
    help: 'keep this timestamp file of libfaketime in step with the clock, for processes other than Node',
  },
  'export-on-exit': {
    env: 'EMULATOR_EXPORT_ON_EXIT',
    kind: text('FILE'),
    help: 'write the state to this file as a seed when the emulator stops',
  },
  [boundOptions.requests]: bound(
    'EMULATOR_MAX_REQUESTS',
    'the most requests that the journal keeps',
    'requests',
  ),
  [boundOptions.faults]: bound('EMULATOR_MAX_FAULTS', 'the most faults at once', 'faults'),
  [boundOptions.worlds]: bound('EMULATOR_MAX_WORLDS', 'the most worlds beside the default one', 'worlds'),
  [boundOptions.snapshots]: bound('EMULATOR_MAX_SNAPSHOTS', 'the most snapshots of one world', 'snapshots'),
  log: {
    env: 'EMULATOR_LOG',
    kind: choice('pretty', 'json', 'off'),
    initially: 'pretty',
    help: 'the request log',
  },
  quiet: { env: 'EMULATOR_QUIET', short: 'q', kind: flag, help: 'print problems only' },
} as const satisfies Options

/** Options of the command without a name. */
export const serveOptions = {
  ...runOptions,
  'until-stdin-ends': {
    env: 'EMULATOR_UNTIL_STDIN_ENDS',
    kind: flag,
    help: 'stop when standard input ends, and so with the program that holds it open; /dev/null ends at once',
  },
} as const satisfies Options

export const commonOptions = {
  help: { kind: flag, help: 'show this help' },
  version: { short: 'v', kind: flag, help: 'show the version' },
} as const satisfies Options

/** Options of `emulator stop`. */
export const stopOptions = {
  url: {
    env: 'EMULATOR_URL',
    kind: baseUrl,
    initially: 'http://127.0.0.1:4600',
    help: 'the base address of the emulator',
  },
  'admin-token': {
    env: 'EMULATOR_ADMIN_TOKEN',
    kind: token,
    help: 'the admin token, if the emulator needs one',
  },
} as const satisfies Options

/** Options of `emulator token`. */
export const tokenOptions = {
  sub: { kind: text('SUB'), initially: 'user_local', help: 'the subject of the token' },
  'expires-in': {
    kind: duration,
    help: 'seconds, or 90s, 1h30m, 2d, P1M; without it the token does not expire',
  },
} as const satisfies Options

/** Options of `emulator why`. */
export const whyOptions = {
  ...stopOptions,
  url: { ...stopOptions.url, help: 'the address of the emulator, or of one of its worlds' },
} as const satisfies Options

/** Options of `emulator check`. */
export const checkOptions = {
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json', 'github'),
    initially: 'pretty',
    help: 'the format of the result; github is annotations of a workflow',
  },
} as const satisfies Options

/** Options of `emulator conduct`. */
export const conductOptions = {
  ...whyOptions,
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json'),
    initially: 'pretty',
    help: 'the format of the report',
  },
} as const satisfies Options

/** Options of `emulator replay`. */
export const replayOptions = {
  until: {
    kind: text('POINT'),
    help: 'the point to stop at: r41 (what request r41 found), after:r41, an instant, or start',
  },
  serve: { kind: flag, help: 'then serve the world with its journal, until it is stopped' },
  port: { ...serveOptions.port, help: 'with --serve: the port to listen on; 0 picks a free one' },
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json'),
    initially: 'pretty',
    help: 'the format of the result; with json nothing else is printed to standard output',
  },
} as const satisfies Options

/** Options of an emulator for a command: it listens on a free port, and logs no requests by itself. */
export const besideOptions = {
  ...runOptions,
  port: { ...runOptions.port, initially: '0' },
  log: { ...runOptions.log, initially: 'off', help: 'the request log, on standard error' },
} as const satisfies Options

/** Options of `emulator exec`. */
export const execOptions = {
  ...besideOptions,
  usage: {
    env: 'EMULATOR_USAGE',
    kind: flag,
    help: 'print what the run used, as the services count it',
  },
  budget: {
    env: 'EMULATOR_BUDGET',
    kind: text('FILE'),
    help: 'fail if the run used more than this YAML file allows, such as kv.get: 12',
  },
  bundles: {
    env: 'EMULATOR_BUNDLES',
    kind: text('DIR'),
    help: 'write the run to this folder if the command fails, for `npx tristore-emulator replay`',
  },
  update: { env: 'EMULATOR_UPDATE', kind: flag, help: 'write what the run used into the budget' },
} as const satisfies Options
