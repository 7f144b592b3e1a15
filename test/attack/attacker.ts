import { expect } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { type TalkOptions, talk, type WireAnswer } from '../web/wire.js'

/** Sends a request line and header lines exactly as given. */
export async function ask(
  { baseUrl }: Pick<EmulatorClient, 'baseUrl'>,
  line: string,
  headers: readonly string[] = [],
  body = '',
): Promise<WireAnswer> {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: localhost']
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${line} HTTP/1.1`, ...host, ...headers, ...length, '', ''].join('\r\n')
  const options: TalkOptions = { isHead: line.startsWith('HEAD') }
  const { answers } = await talk(baseUrl, Buffer.from(head + body, 'latin1'), options)
  const [answer] = answers
  if (answer === undefined) throw new Error(`no answer to ${line}`)
  return answer
}

/** Reads everything that an attacker might have changed. */
export async function everything({ adminUrl }: Pick<EmulatorClient, 'adminUrl'>): Promise<string> {
  const calls = ['state', 'seed', 'profile', 'faults', 'clock', 'worlds', 'snapshots']
  const answers = calls.map(async (call) => (await fetch(`${adminUrl}/${call}`)).text())
  // Worlds get older by themselves.
  return (await Promise.all(answers)).join('\n').replaceAll(/"(?:ageMs|idleMs)":[\d.]+/g, '')
}

/** Checks that no part of the text became a header. */
export function expectNoInjection({ headers, status }: WireAnswer): void {
  expect(status).toBeGreaterThanOrEqual(200)
  expect(headers.get('x-emulator-reason') ?? '').toMatch(/^[\x20-\x7e]*$/)
  for (const [name, value] of headers) {
    expect(name).not.toContain('evil')
    expect(value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/)
  }
}
