import { type Bounds, boundOptions, defaultBounds } from '../../domain/bounds.js'
import {
  address,
  baseUrl,
  choice,
  count,
  duration,
  files,
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
} from '../../server/options/option-values.js'

/** Used for parsing, validation, the environment variable and the help. */
export interface Option<T = unknown> {
  readonly kind: OptionKind<T>
  readonly help: string
  /** For example `p` for `-p`. */
  readonly short?: string
  /** True if there's no environment variable for it. */
  readonly isTypedOnly?: true
  /** The default value, as text. */
  readonly initially?: string
}

/** Options by name, without the dashes. */
export type Options = Readonly<Record<string, Option>>

/** Options without a default are undefined if they aren't given. */
export type SettingsOf<T extends Options> = {
  readonly [Name in keyof T]: T[Name] extends Option<infer Value>
    ? Value | (T[Name] extends { readonly initially: string } ? never : undefined)
    : never
}

const bound = (name: keyof Bounds, help: string) => ({
  kind: count,
  help: `${help} (${defaultBounds[name]})`,
})

export const report = <const T extends string>(help: string, ...forms: readonly T[]) =>
  ({ kind: choice<'pretty' | T>('pretty', ...forms), initially: 'pretty', help }) as const

const service = {
  kind: files,
  help: 'a file with a service of your own (defineService) as its default export, or a folder of them; repeatable',
} as const

const quiet = { short: 'q', kind: flag, help: 'only print problems' } as const

/** Options for any command that starts an emulator (see docs/DESIGN.md, section 2). */
export const runOptions = {
  seed: {
    short: 's',
    kind: seeds,
    help: "a seed in YAML or JSON, a folder of seeds, or - for standard input; repeatable, merged in order. The default is fixtures.yaml in this folder, or else the starter seed; '' means the starter seed",
  },
  service,
  port: { short: 'p', kind: port, initially: '4600', help: 'the port to listen on; 0 picks a free one' },
  'db-port': { kind: port, help: 'serve the document database on this separate port' },
  host: {
    kind: address,
    initially: '127.0.0.1',
    help: 'the address to listen on; 0.0.0.0 means all of them',
  },
  'allow-host': { kind: hostNames, help: 'also accept this Host name for the admin interface; repeatable' },
  watch: { kind: flag, help: 'reload the seed files when they change' },
  clock: { kind: instant, help: 'start the virtual clock at this time: ISO 8601, or ms since 1970' },
  freeze: { kind: flag, help: 'start with the virtual clock stopped' },
  'random-seed': {
    kind: count,
    help: 'the seed for generated ids, template data and probabilities (1, or what the seed file says)',
  },
  profile: {
    kind: text('FILE'),
    help: 'how to fill the gaps in the contract: YAML or JSON such as { kv: { putStatus: 201 } }, in a file or inline',
  },
  grease: {
    kind: variation,
    help: 'vary what the contract leaves open, always the same way for the same number (the random seed)',
  },
  'admin-token': { kind: token, help: 'require Authorization: Bearer T for admin calls' },
  'require-world': {
    kind: flag,
    help: 'refuse data requests outside a world, so that tests cannot leak into the default one',
  },
  'trust-proxy': {
    kind: flag,
    help: 'build the addresses in answers from Forwarded and X-Forwarded-Proto, -Host and -Prefix',
  },
  cors: {
    kind: origins,
    help: 'allow web pages from these origins (by default from any) to call the services',
  },
  'address-file': {
    kind: text('FILE'),
    help: 'keep the base address in this file while the emulator is listening',
  },
  'faketime-file': {
    kind: text('FILE'),
    help: 'keep this libfaketime timestamp file in sync with the clock, for processes other than Node',
  },
  'export-on-exit': {
    kind: text('FILE'),
    help: 'write the state to this file as a seed when the emulator stops; - means standard output',
  },
  [boundOptions.requests]: bound('requests', 'the maximum number of requests in the journal'),
  [boundOptions.faults]: bound('faults', 'the maximum number of faults at once'),
  [boundOptions.worlds]: bound('worlds', 'the maximum number of worlds besides the default one'),
  [boundOptions.snapshots]: bound('snapshots', 'the maximum number of snapshots per world'),
  log: { kind: choice('pretty', 'json', 'off'), initially: 'pretty', help: 'the request log' },
  quiet,
} as const satisfies Options

export const serveOptions = {
  ...runOptions,
  'until-stdin-ends': {
    kind: flag,
    help: 'stop when standard input ends, e.g. because the parent process has exited',
  },
} as const satisfies Options

export const commonOptions = {
  help: { kind: flag, help: 'show this help' },
  version: { short: 'v', kind: flag, help: 'show the version' },
} as const satisfies Options

export const stopOptions = {
  url: {
    kind: baseUrl,
    initially: 'http://127.0.0.1:4600',
    help: 'the base address of the emulator',
  },
  'admin-token': { kind: token, help: 'the admin token, if the emulator needs one' },
} as const satisfies Options

export const tokenOptions = {
  sub: { isTypedOnly: true, kind: text('SUB'), initially: 'user_local', help: 'the subject of the token' },
  'expires-in': {
    isTypedOnly: true,
    kind: duration,
    help: 'the lifetime: seconds, or 90s, 1h30m, 2d, P1M; without it, the token never expires',
  },
} as const satisfies Options

export const whyOptions = {
  ...stopOptions,
  url: { ...stopOptions.url, help: 'the address of the emulator, or of one of its worlds' },
} as const satisfies Options

export const initOptions = {
  service: {
    isTypedOnly: true,
    kind: text('NAME'),
    help: 'write a service of your own and its test instead: NAME.ts and NAME.test.ts',
  },
} as const satisfies Options

export const checkOptions = {
  service,
  report: report('the format of the result; github prints workflow annotations', 'json', 'github'),
  quiet,
} as const satisfies Options

export const conductOptions = {
  ...whyOptions,
  report: report('the format of the report', 'json'),
} as const satisfies Options

export const replayOptions = {
  service,
  until: {
    isTypedOnly: true,
    kind: text('POINT'),
    help: 'the point to stop at: r41 (just before request r41), after:r41, an instant, or start',
  },
  serve: {
    isTypedOnly: true,
    kind: flag,
    help: 'then serve the world and its journal until stopped',
  },
  port: { ...serveOptions.port, help: 'with --serve: the port to listen on; 0 picks a free one' },
  report: report('the format of the result; with json, nothing else goes to standard output', 'json'),
} as const satisfies Options

/** Options for the emulator in `exec` and `sweep`. By default, it picks a free port and doesn't log requests. */
export const besideOptions = {
  ...runOptions,
  port: { ...runOptions.port, initially: '0' },
  log: { ...runOptions.log, initially: 'off', help: 'the request log, on standard error' },
} as const satisfies Options

export const execOptions = {
  ...besideOptions,
  usage: { kind: flag, help: 'print what the run used, as the services count it' },
  budget: {
    kind: text('FILE'),
    help: 'fail if the run used more than this YAML file allows, e.g. kv.get: 12',
  },
  bundles: {
    kind: text('DIR'),
    help: 'write the run to this folder if the command fails, for `npx tristore-emulator replay`',
  },
  update: { kind: flag, help: 'write what the run used to the budget' },
} as const satisfies Options
