import { serve } from '../commands/serve.js'
import type { Command } from './command.js'
import { execOptions } from './exec-options.js'
import { commonOptions, type Options, serveOptions, tokenOptions } from './options.js'
import { conformOptions, probeOptions } from './service-options.js'
import { whyOptions } from './why-options.js'

/** Every command. Only the first is loaded with this file, so that a start does not wait for the others. */
export const commands: readonly Command[] = [
  { name: '', args: '', help: 'start the emulator', options: serveOptions, run: serve },
  {
    name: 'exec',
    args: '',
    runsCommand: true,
    help: 'run a command with an emulator of its own: emulator exec -- npm test',
    options: execOptions,
    run: async (call, terminal) => (await import('../commands/exec.js')).exec(call, terminal),
  },
  {
    name: 'why',
    args: '[REQUEST]',
    help: 'tell why a request was refused (the last one), and what would change that',
    options: whyOptions,
    run: async (call, terminal) => (await import('../commands/why.js')).why(call, terminal),
  },
  {
    name: 'init',
    args: '[FILE]',
    help: 'write a commented starter seed (fixtures.yaml)',
    options: {},
    run: async (call, terminal) => (await import('../commands/init.js')).init(call, terminal),
  },
  {
    name: 'check',
    args: '<...FILE>',
    help: 'say what is wrong with seeds, or what they hold',
    options: {},
    run: async (call, terminal) => (await import('../commands/check.js')).check(call, terminal),
  },
  {
    name: 'schema',
    args: '',
    help: 'print the JSON Schema of seeds, for editors',
    options: {},
    run: async (call, terminal) => (await import('../commands/schema.js')).schema(call, terminal),
  },
  {
    name: 'token',
    args: '',
    help: 'print a bearer token, signed by the built-in identity provider',
    options: tokenOptions,
    run: async (call, terminal) => (await import('../commands/token.js')).token(call, terminal),
  },
  {
    name: 'conform',
    args: '',
    help: "try the contract's statements on a service",
    options: conformOptions,
    run: async (call, terminal) => (await import('../commands/conform.js')).conform(call, terminal),
  },
  {
    name: 'probe',
    args: '',
    help: "write how a service fills the contract's gaps as a profile",
    options: probeOptions,
    run: async (call, terminal) => (await import('../commands/probe.js')).probe(call, terminal),
  },
]

/** The options that some command knows. */
export const allOptions: Options = Object.assign({}, ...commands.map(({ options }) => options), commonOptions)
