import { stringify } from 'yaml'
import { type Finding, probe as observeGaps } from '../probe.js'
import { withService } from './connect.js'
import type { Host } from './host.js'
import { readOptions } from './options.js'
import { printable, printableJson } from './printable.js'
import { probeOptions } from './service-options.js'
import { CannotRun } from './status.js'

/** More documents than fit on one page, unless pages are very large. */
const DOCUMENTS = 500

/** Runs `tristore-conform probe`, which finds out how a service fills the contract's gaps and prints a profile. */
export async function probe(argv: readonly string[], host: Host): Promise<number> {
  const settings = readOptions(probeOptions, argv, host.env)
  const asked = { ...settings, documents: DOCUMENTS }
  const { address, findings } = await withService(asked, host, async ({ source, address }, waiting) => {
    const findings: Finding[] = []
    for await (const finding of observeGaps(source, ({ option }) => waiting.setPurpose(option))) {
      findings.push(finding)
      waiting.assertNotStopped()
    }
    return { address, findings }
  })
  const text = profileText(address, findings)
  if (settings.out === undefined) host.out.write(text)
  else writeProfile(settings.out, text, host)
  return 0
}

/** @throws CannotRun if the file can't be written */
function writeProfile(path: string, text: string, { files, out }: Host): void {
  try {
    files.replace(path, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotRun(`cannot write the profile to ${printable(path)}: ${printable(reason)}`)
  }
  const shown = printable(path)
  out.write(`Wrote ${shown}. Start with it: npx tristore-emulator --profile ${shown}\n`)
}

/** Formats the observed values as a profile in YAML. Gaps that couldn't be observed become comments. */
function profileText(address: string, findings: readonly Finding[]): string {
  const profile: Record<string, unknown> = {}
  const unseen: string[] = []
  for (const { gap, observation } of findings) {
    if ('value' in observation) put(profile, gap.option.split('.'), observation.value)
    else unseen.push(`#   ${gap.option}: ${printable(observation.hidden.replaceAll(/\s+/g, ' '))}`)
  }
  const lines = [
    `# How ${address} fills the contract's gaps, as observed by \`tristore-conform probe\`: ${findings.length - unseen.length} of ${findings.length}.`,
    '# Start an emulator with --profile and this file to get the same behaviour.',
    // Quoted strings in YAML allow JSON's escapes.
    printableJson(stringify(profile)).trimEnd(),
    ...(unseen.length === 0 ? [] : ['', '# Not observed, so these have their defaults:', ...unseen]),
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
