import { type Finding, probe as observeGaps } from '../../../conformance/probe.js'
import { printable, printableJson } from '../../core/printable.js'
import { yaml } from '../../seed/text/yaml.js'
import { withService } from '../conformance/connect.js'
import { Failure } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { probeOptions } from '../options/service-options.js'
import { readValues } from '../options/values.js'
import type { Terminal } from '../terminal.js'
import { unwritable } from '../unwritable.js'

/** How many documents the world on an emulator has: more than fit on a page, unless pages are very large. */
const DOCUMENTS = 500

/** `emulator probe`: observes how a service fills the contract's gaps, and writes it as a profile. */
export async function probe({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const settings = readValues(probeOptions, given, terminal.env)
  const { address, findings } = await withService(
    settings,
    terminal,
    async ({ source, address }, waiting) => {
      const findings: Finding[] = []
      for await (const finding of observeGaps(source, ({ option }) => waiting.setPurpose(option))) {
        findings.push(finding)
        waiting.assertNotStopped()
      }
      return { address, findings }
    },
    DOCUMENTS,
  )
  const text = profileText(address, findings)
  if (settings.out === undefined) terminal.out.write(text)
  else writeProfile(settings.out, text, terminal)
  return 0
}

/** @throws Failure if the file cannot be written; then it is as it was */
function writeProfile(path: string, text: string, { files, out }: Terminal): void {
  try {
    files.replace(path, text)
  } catch (error) {
    throw new Failure(`cannot write the profile to ${printable(path)}: ${unwritable(error, path)}`)
  }
  const shown = printable(path)
  out.write(`Wrote ${shown}. Start with it: npx tristore-emulator --profile ${shown}\n`)
}

/** The values that were seen as a profile in YAML, with the gaps that were not seen as comments. */
function profileText(address: string, findings: readonly Finding[]): string {
  const profile: Record<string, unknown> = {}
  const unseen: string[] = []
  for (const { gap, observation } of findings) {
    if ('value' in observation) put(profile, gap.option.split('.'), observation.value)
    else unseen.push(`#   ${gap.option}: ${printable(observation.hidden.replaceAll(/\s+/g, ' '))}`)
  }
  const lines = [
    `# How ${address} fills the contract's gaps, as far as \`emulator probe\` saw it: ${findings.length - unseen.length} of ${findings.length}.`,
    '# An emulator started with --profile and this file does the same.',
    // Where YAML needs quotes, it takes the escapes of JSON.
    printableJson(yaml().stringify(profile)).trimEnd(),
    ...(unseen.length === 0 ? [] : ['', '# Not seen, and so left at the defaults:', ...unseen]),
  ]
  return `${lines.join('\n')}\n`
}

function put(section: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    section[name] = value
    return
  }
  const inner = (section[name] ?? {}) as Record<string, unknown>
  section[name] = inner
  put(inner, rest, value)
}
