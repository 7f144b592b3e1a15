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
  origin,
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

/** Options of the emulator itself (docs/DESIGN.md section 2). */
export const serveOptions = {
  seed: {
    env: 'EMULATOR_SEED',
    short: 's',
    kind: seeds,
    help: "a YAML or JSON seed, or a folder of them; repeatable, joined in order; with none, fixtures.yaml if it is here, else the starter seed; '' is the starter seed",
  },
  port: {
    env: 'EMULATOR_PORT',
    short: 'p',
    kind: port,
    initially: '4600',
    help: 'listen here; 0 picks a free port',
  },
  'db-port': {
    env: 'EMULATOR_DB_PORT',
    kind: port,
    help: 'serve the document database on its own port',
  },
  host: {
    env: 'EMULATOR_HOST',
    kind: address,
    initially: '127.0.0.1',
    help: 'the address to listen on; 0.0.0.0 is every one',
  },
  'allow-host': {
    env: 'EMULATOR_ALLOW_HOST',
    kind: hostNames,
    help: 'a further Host name for the admin interface; repeatable',
  },
  watch: { env: 'EMULATOR_WATCH', kind: flag, help: 'reload the seed files when they change' },
  clock: {
    env: 'EMULATOR_CLOCK',
    kind: instant,
    help: 'start the virtual clock there: ISO 8601, or ms since 1970',
  },
  freeze: { env: 'EMULATOR_FREEZE', kind: flag, help: 'do not let the virtual clock run' },
  'random-seed': {
    env: 'EMULATOR_RANDOM_SEED',
    kind: count,
    help: 'decides ids, made-up data and chances (1, or what the seed says)',
  },
  profile: {
    env: 'EMULATOR_PROFILE',
    kind: text('FILE'),
    help: "how the contract's gaps behave: YAML or JSON such as { kv: { putStatus: 201 } }",
  },
  grease: {
    env: 'EMULATOR_GREASE',
    kind: variation,
    help: 'vary what the contract leaves open, reproducibly from this number (the random seed)',
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
    help: 'have addresses in answers follow X-Forwarded-Proto, -Host and -Prefix, and Forwarded',
  },
  cors: {
    env: 'EMULATOR_CORS',
    kind: origin,
    help: 'let web pages of this origin (of any) call the data interfaces',
  },
  'address-file': {
    env: 'EMULATOR_ADDRESS_FILE',
    kind: text('FILE'),
    help: 'write the base address there once it listens, and remove it when stopped',
  },
  'faketime-file': {
    env: 'EMULATOR_FAKETIME_FILE',
    kind: text('FILE'),
    help: 'keep this timestamp file of libfaketime in step with the clock, for processes that are not of Node',
  },
  'export-on-exit': {
    env: 'EMULATOR_EXPORT_ON_EXIT',
    kind: text('FILE'),
    help: 'write the state as a seed when stopped',
  },
  [boundOptions.requests]: bound('EMULATOR_MAX_REQUESTS', 'requests that the journal keeps', 'requests'),
  [boundOptions.faults]: bound('EMULATOR_MAX_FAULTS', 'faults that are there at once', 'faults'),
  [boundOptions.worlds]: bound('EMULATOR_MAX_WORLDS', 'worlds beside the default one', 'worlds'),
  [boundOptions.snapshots]: bound('EMULATOR_MAX_SNAPSHOTS', 'snapshots of one world', 'snapshots'),
  log: {
    env: 'EMULATOR_LOG',
    kind: choice('pretty', 'json', 'off'),
    initially: 'pretty',
    help: 'the request log',
  },
} as const satisfies Options

export const commonOptions = {
  help: { kind: flag, help: 'show this help' },
  version: { kind: flag, help: 'show the version' },
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
    help: 'the admin token of an emulator that asks for one',
  },
} as const satisfies Options

/** Options of `emulator token`. */
export const tokenOptions = {
  sub: { kind: text('SUB'), initially: 'user_local', help: 'whom it speaks for' },
  'expires-in': {
    kind: duration,
    help: 'seconds, or 90s, 1h30m, 2d, P1M; without it the token does not expire',
  },
} as const satisfies Options
