import { describe, expect, test } from 'vitest'
import { FakeTerminal } from '../../cli/fake-terminal.js'
import { parseXml } from '../../cli/well-formed.js'
import { PlainService } from '../plain-service.js'
import { STATEMENTS } from '../statements/all-statements.js'

import { conform, conformPlain, NAMESPACE, start } from './conform.js'

test('a run whose world is removed ends with status 2', async () => {
  await using emulator = await start()
  const terminal = new FakeTerminal()
  const removed = terminal.out.until(/holds {3}kv\.put\.answer/).then(async () => {
    const { worlds } = (await (await fetch(`${emulator.adminUrl}/worlds`)).json()) as {
      worlds: { id: string }[]
    }
    for (const { id } of worlds) await fetch(`${emulator.adminUrl}/worlds/${id}`, { method: 'DELETE' })
  })
  const { status, err } = await conform(['--base-url', emulator.baseUrl], terminal)
  await removed
  expect(status).toBe(2)
  expect(err).toMatch(/^[A-Z]+ \/_admin\/\S+: .* \(404\)\n$/)
})

describe('--wait', () => {
  /** Runs the command with waits that take no time, because each moves the emulator's clock. */
  async function waiting(argv: readonly string[], onWait: (terminal: FakeTerminal) => void = () => {}) {
    await using emulator = await start()
    await using service = await PlainService.before(emulator)
    const terminal = new FakeTerminal()
    const later = terminal.later.bind(terminal)
    terminal.later = (ms, run) => {
      const cancel = later(ms, run)
      onWait(terminal)
      void emulator.clock.advance(ms / 1000).then(() => terminal.pass(ms))
      return cancel
    }
    const result = await conform(['--base-url', service.url, ...NAMESPACE, ...argv], terminal)
    return { ...result, terminal, entries: (await emulator.state.get()).namespaces?.[0]?.entries ?? [] }
  }

  test('--wait waits in real time, and prints what for', async () => {
    const { status, out, err } = await waiting(['--wait'])
    expect(status).toBe(0)
    expect(out).toContain('holds   kv.expiry.automatic')
    expect(out).toContain('skipped kv.expiry.instant: needs a clock that can be frozen')
    expect(err).toMatch(/^kv\.expiry\.automatic: \d+ s left to wait$/m)
  })

  test('--wait stops on SIGINT, and removes what it wrote', async () => {
    const { status, err, terminal, entries } = await waiting(['--wait'], (it) => it.signal('SIGINT'))
    expect(status).toBe(2)
    expect(err).toContain('stopped; everything that was written has been removed')
    expect(terminal.listeners).toBe(0)
    expect(entries).toEqual([])
  })
})

describe('reports', () => {
  test('the JSON report is one document', async () => {
    const { status, out, err, url } = await conformPlain(['--report', 'json'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const report = JSON.parse(out)
    expect(report).toMatchObject({
      address: url,
      isEmulator: false,
      summary: { statements: STATEMENTS.length, divergence: 0, indeterminate: 0 },
    })
    expect(report.statements.map(({ id }: { id: string }) => id)).toEqual(STATEMENTS.map(({ id }) => id))
    expect(report.statements[0]).toEqual({
      id: 'ab.base',
      area: 'general',
      section: 'Introduction',
      service: 'kv and config',
      text: 'Both stores have the same base address.',
      outcome: 'skipped',
      why: 'needs a read or admin key of the store',
    })
  })

  test('junit has a suite for each area and a case for each statement', async () => {
    const { status, out } = await conformPlain(['--report', 'junit'], (answer, method) => {
      if (method === 'GET' && answer.status === 200) answer.text = '<a href="x">\u0007 & more'
    })
    expect(status).toBe(1)
    const suites = parseXml(out.trim().replace(/\n/g, ''))
    expect(suites.name).toBe('testsuites')
    expect(suites.attributes).toMatchObject({ tests: String(STATEMENTS.length), errors: '0' })
    const cases = suites.children
      .filter(({ name }) => name === 'testsuite')
      .flatMap(({ children }) => children)
    expect(cases).toHaveLength(STATEMENTS.length)
    const failed = cases.filter(({ children }) => children[0]?.name === 'failure')
    expect(String(failed.length)).toBe(suites.attributes.failures)
    const read = failed.find(({ attributes }) => attributes.name?.startsWith('kv.get.answer: '))
    expect(read?.children[0]?.text).toContain('<a href="x">\ufffd & more')
  })
})
