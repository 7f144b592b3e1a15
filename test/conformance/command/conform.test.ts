import { describe, expect, test } from 'vitest'
import { run } from '../../../conformance/command/run.js'
import { FakeTerminal } from '../../cli/fake-terminal.js'
import { PlainService } from '../plain-service.js'
import { conform, conformPlain, NAMESPACE, start } from './conform.js'

// Each run makes some hundred requests over sockets.

describe('on an emulator', () => {
  test('a given namespace replaces the generated one, with the admin token', async () => {
    await using emulator = await start({ adminToken: 'secret' })
    const terminal = new FakeTerminal()
    const base = ['--base-url', emulator.baseUrl, '--admin-token', 'secret']
    const given = ['--namespace', 'ns_shop_k3v9x2', '--kv-key', 'kv_read_shop']
    // The remaining statements would take as long as in every run.
    const stopped = terminal.out.until(/holds {3}config\.put\.creates/).then(() => terminal.signal('SIGINT'))
    const { out } = await conform([...base, ...given], terminal)
    await stopped
    expect(out).toContain('skipped kv.put.creates: needs a write or admin key of the namespace')
  })

  test('a missing admin token is reported', async () => {
    await using emulator = await start({ adminToken: 'secret' })
    const base = ['--base-url', emulator.baseUrl]
    expect(await conform(base)).toEqual({
      status: 2,
      out: '',
      err: 'this emulator requires its admin token: add --admin-token T\n',
    })
    expect((await conform([...base, '--admin-token', 'other'])).err).toContain('the admin token is wrong')
  })
})

describe('on another service, the credentials decide what is tried:', () => {
  test('keys of a namespace try only that, and what they wrote is removed', async () => {
    const { status, out, asked, entries } = await conformPlain()
    expect(status).toBe(0)
    expect(out).toContain('holds   kv.put.answer')
    expect(out).toContain('holds   kv.expires-at.unix-ms')
    expect(out).toContain('skipped kv.expiry.automatic: needs permission to wait for a few minutes')
    expect(out).toContain('skipped config.put.answer: needs a write or admin key of the store')
    expect(entries).toEqual([])
    expect(asked.length).toBeLessThan(600)
  })

  test('credentials for another service may come from the environment', async () => {
    await using emulator = await start()
    await using service = await PlainService.before(emulator)
    const env = {
      EMULATOR_BASE_URL: `${service.url}/`,
      EMULATOR_STORE: 'ec_web_89daefd4',
      EMULATOR_STORE_KEY: 'admin:kv_admin_web',
    }
    const { status, out } = await conform([], new FakeTerminal({}, env))
    expect(status).toBe(0)
    expect(out).toContain('holds   config.list.answer')
  })

  test('records are created only with --create', async () => {
    await using emulator = await start()
    await using service = await PlainService.before(emulator)
    const argv = ['--db-base-url', service.url, '--db-key', 'db_dev']
    expect((await conform(argv)).out).toContain(
      "skipped db.documents.create.answer: needs permission to create records, which can't be removed",
    )
    expect((await emulator.state.get()).database?.documents).toHaveLength(1)
    expect((await conform([...argv, '--create'])).out).toContain('holds   db.documents.create.answer')
  })

  test('a failing statement shows the expected and the received value, and the status is 1', async () => {
    const { status, out, entries } = await conformPlain([], (answer, method) => {
      if (method === 'GET' && answer.status === 404) answer.status = 200
    })
    expect(status).toBe(1)
    expect(out).toMatch(
      /^ {2}fails {3}kv\.get\.absent: .*\n {10}expected status 404\n {10}got {6}200: GET http:\S+ \(x-kv-key\) -> 200 /m,
    )
    expect(out).toMatch(/\nstatements covered {2}\d+ of \d+\ndivergence {10}[1-9]\d*\nindeterminate {7}0\n$/)
    expect(out).not.toContain('kv_read_shop')
    expect(entries).toEqual([])
  })

  test('a service whose responses have members of other types fails, and does not break the command', async () => {
    await using emulator = await start()
    const text = '{"keys":[null],"configs":[{"key":7}],"usage":null,"error":{"code":{}}}'
    await using service = await PlainService.before(emulator, (answer) =>
      Object.assign(answer, { text, status: 200 }),
    )
    const stores = ['--store', 'ec_web_89daefd4', '--store-key', 'kv_admin_web', '--bearer', 'x']
    const database = ['--db-base-url', service.url, '--db-key', 'db_dev', '--create']
    const argv = ['--base-url', service.url, ...NAMESPACE, ...stores, ...database]
    expect((await conform(argv)).status).toBe(1)
    expect(await run(['probe', ...argv], new FakeTerminal())).toBe(0)
  })

  test.each([
    [[], "specify the service's address with --base-url http://127.0.0.1:4600 and --db-base-url URL"],
    [['--base-url', 'URL'], "this isn't an emulator, so credentials are needed"],
    [['--base-url', 'URL', '--kv-key', 'kv_read_x'], '--kv-key needs --namespace'],
    [['--base-url', 'URL', '--bearer', 'x'], '--bearer needs --namespace'],
    [['--base-url', 'URL', '--db-key', 'x'], '--db-key needs --db-base-url'],
    [['--base-url', 'URL', '--kv-key', 'nothing'], 'expected a key such as kv_read_…'],
    [['--base-url', 'ftp://x'], 'expected a base URL'],
    [['--base-url', 'URL', '--report', 'xml'], 'expected one of pretty, json, junit'],
  ])('%j cannot run on another service', async (argv, message) => {
    await using emulator = await start()
    await using service = await PlainService.before(emulator)
    const { status, out, err } = await conform(argv.map((word) => (word === 'URL' ? service.url : word)))
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(message)
    expect(err.split('\n')).toHaveLength(2)
  })

  test('a service that does not answer cannot be tried', async () => {
    const emulator = await start()
    await emulator.close()
    const { status, out, err } = await conform(['--base-url', emulator.baseUrl])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toBe(
      `no response from ${emulator.baseUrl} (ECONNREFUSED): is it running, and is the address correct?\n`,
    )
  })

  test('a service that stops during the run: the results so far are reported, and the status is 2', async () => {
    await using emulator = await start()
    await using service = await PlainService.before(emulator, (_answer, method) => {
      if (method === 'DELETE') void service[Symbol.asyncDispose]()
    })
    const { status, out, err } = await conform(['--base-url', service.url, ...NAMESPACE])
    expect(status).toBe(2)
    expect(out).toContain('unknown db.next.passed-back: the service stopped responding')
    expect(out).toMatch(/indeterminate {7}[1-9]/)
    expect(err).toMatch(/^the service stopped responding: no response from http:\S+ \(\w+\)/)
  })

  test('an emulator that stops during the run: the report has the rest as indeterminate', async () => {
    const emulator = await start()
    const terminal = new FakeTerminal()
    const ended = terminal.out.until(/holds {3}kv\.put\.answer/).then(() => emulator.close())
    const { status, out, err } = await conform(['--base-url', emulator.baseUrl, '--walk', '50'], terminal)
    await ended
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/^the service stopped responding: .*no response/),
    })
    expect(out).toContain('unknown db.next.passed-back: the service stopped responding')
    expect(out).toMatch(/statements covered {2}\d+ of \d+\n/)
  })
})
