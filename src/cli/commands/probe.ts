import { stringify } from 'yaml'
import { type Finding, probe as look } from '../../conformance/probe.js'
import { arrangeVisit, type Visit } from '../conformance/connect.js'
import { patienceOf } from '../conformance/wait.js'
import { Failure, systemCode } from '../failure.js'
import type { Call } from '../options/command.js'
import { probeOptions } from '../options/service-options.js'
import { readValues } from '../options/values.js'
import type { Terminal } from '../terminal.js'

/** In the world that is made on an emulator: more than fit on a page, unless pages are very large. */
const DOCUMENTS = 500

/** `emulator probe`: writes how a service fills the contract's gaps as a profile, as far as it can be seen. */
export async function probe({ given }: Call, terminal: Terminal): Promise<number> {
  const settings = readValues(probeOptions, given, terminal.env)
  const patience = patienceOf(terminal)
  try {
    const visit = await arrangeVisit(settings, terminal, patience, DOCUMENTS)
    const findings: Finding[] = []
    try {
      for await (const finding of look(visit.host, ({ option }) => patience.waitFor(option))) {
        findings.push(finding)
        patience.holdOn()
      }
    } finally {
      await visit.close()
    }
    const text = profileText(visit, findings)
    if (settings.out === undefined) terminal.out.write(text)
    else writeProfile(settings.out, text, terminal)
    return 0
  } finally {
    patience.release()
  }
}

/** @throws Failure where the file cannot be written; then it is as it was */
function writeProfile(path: string, text: string, { files, out }: Terminal): void {
  try {
    files.replace(path, text)
  } catch (error) {
    throw new Failure(`cannot write the profile to ${path}: ${systemCode(error) ?? error}`)
  }
  out.write(`Wrote ${path}. Start with it: emulator --profile ${path}\n`)
}

/** A profile of what was seen, in YAML, with what was not seen as comments. */
function profileText({ address }: Visit, findings: readonly Finding[]): string {
  const profile: Record<string, unknown> = {}
  const unseen: string[] = []
  for (const { gap, sight } of findings) {
    if ('value' in sight) put(profile, gap.option.split('.'), sight.value)
    else unseen.push(`#   ${gap.option}: ${sight.hidden.replaceAll(/\s+/g, ' ')}`)
  }
  const lines = [
    `# How ${address} fills the contract's gaps, as far as \`emulator probe\` saw it: ${findings.length - unseen.length} of ${findings.length}.`,
    '# An emulator started with --profile and this file does the same.',
    stringify(profile).trimEnd(),
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
