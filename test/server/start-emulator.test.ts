import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { EmulatorError, type EmulatorOptions, startEmulator } from '../../src/index.js'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
writeFileSync(join(folder, 'fixtures.yaml'), 'stores:\n  - id: ec_a_1\n')
writeFileSync(join(folder, 'unsound.yaml'), 'stores:\n  - idd: ec_a_1\n')
mkdirSync(join(folder, 'none'))
mkdirSync(join(folder, 'seeds'))
writeFileSync(join(folder, 'seeds/a.yaml'), 'stores: [{ id: ec_a_1 }]')
writeFileSync(join(folder, 'seeds/b.json'), '{"stores": [{"id": "ec_b_1"}]}')
afterAll(() => rmSync(folder, { recursive: true }))

/** The error of a start with options that a compiler would refuse. */
async function refusal(options: unknown): Promise<EmulatorError> {
  const error: unknown = await startEmulator(options as EmulatorOptions).then(
    (emulator) => emulator.close(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof EmulatorError)) throw new Error(`no EmulatorError: ${error}`)
  return error
}

const PORT = 'expected a port from 1 to 65535, or 0 for a free one'

describe('options are checked like those of the command, in the same words', () => {
  test.each([
    [{ sead: 'fixtures.yaml' }, 'unknown option sead: did you mean seed?'],
    [{ 'db-port': 1 }, 'unknown option db-port: did you mean dbPort?'],
    [{ freeze: true }, 'unknown option freeze: write clock: { freeze: true }'],
    [{ watch: true }, 'unknown option watch: only the command watches files'],
    [{ constructor: 1 }, 'unknown option constructor: known here: seed, port'],
    ['fixtures.yaml', `expected options such as { seed: 'fixtures.yaml' }, found "fixtures.yaml"`],
    [null, 'found nothing (null)'],
    [{ seed: 7 }, 'seed: expected the name of a file, a list of them, or a seed'],
    [{ port: 'x' }, `port: ${PORT}, found "x"`],
    [{ port: 65_536 }, `port: ${PORT}, found the number 65536`],
    [{ port: 4601, dbPort: 4601 }, 'port and dbPort are both 4601: give the database another one'],
    [{ host: 'http://localhost' }, 'host: expected an address or a host name without scheme and port'],
    [{ allowHosts: 'a.example.com' }, 'allowHosts: expected a list, each a host name'],
    [{ clock: 'yesterday' }, 'clock: expected an object, found "yesterday"'],
    [{ clock: new Date(0) }, 'clock: expected an object, found a Date'],
    [{ clock: { now: 'yesterday' } }, 'clock.now: expected ISO 8601 such as 2026-01-31T23:59:00Z'],
    [
      { clock: { now: 1_769_817_600 } },
      'is that in seconds? In ms it is 1769817600000; otherwise write 1970-01-21T11:36:57.600Z',
    ],
    [
      { clock: { now: '1769817600' } },
      'found "1769817600": is that in seconds? In ms it is 1769817600000; otherwise write 1970-01-21T11:36:57.600Z',
    ],
    [{ clock: { freeze: 'no' } }, 'clock.freeze: expected true or false, found "no"'],
    [{ clock: { frozn: true } }, 'unknown option clock.frozn: did you mean frozen?'],
    [{ clock: { rate: 0 } }, 'clock.rate: expected a number above 0'],
    [{ randomSeed: 1.5 }, 'randomSeed: expected an integer of at least 0'],
    [{ grease: 'x' }, 'grease: expected an integer of at least 1, or nothing for the random seed, found "x"'],
    [{ adminToken: 'two words' }, 'adminToken: expected visible ASCII characters without spaces'],
    [{ cors: 'localhost' }, 'cors: expected an origin without a path'],
    [{ cors: 'http://a.test,' }, 'cors: expected an origin without a path'],
    [{ cors: 'http://a.test,*' }, 'cors: expected an origin without a path'],
    [{ cors: 'http://a.test:99999' }, 'cors: expected an origin without a path'],
    [{ cors: [] }, 'cors: expected an origin without a path'],
    [{ cors: [true] }, 'cors: expected an origin without a path'],
    [{ bounds: { bogus: 1 } }, 'unknown option bounds.bogus: known here: requests'],
    [{ bounds: { worlds: -1 } }, 'bounds.worlds: expected an integer of at least 0'],
    [{ profile: 'profile.yaml' }, 'profile: expected options by section, such as { kv: { putStatus: 201 } }'],
  ])('the options %j are refused in the words of the command', async (options, message) => {
    const error = await refusal(options)
    expect(error.message).toContain(message)
    expect(error).toMatchObject({ status: 0, code: 'invalid_option' })
  })

  test('all problems are reported at once', async () => {
    const { message } = await refusal({ sead: 1, port: -1 })
    expect(message).toContain('unknown option sead')
    expect(message).toContain(`port: ${PORT}`)
  })

  test('options that are undefined count as left out', async () => {
    const options = { seed: undefined, clock: undefined, cors: undefined, port: undefined }
    const emulator = await startEmulator(options as unknown as EmulatorOptions)
    await emulator.close()
  })

  test('a wrong profile is refused with the place of each problem', async () => {
    const { message, code } = await refusal({ profile: { kv: { putStatus: '201' } } })
    expect(code).toBe('invalid_profile')
    expect(message).toMatch(/^startEmulator: the profile: kv\.putStatus: expected one of 200, 201/)
  })
})

describe('seeds', () => {
  test('a path that leads nowhere is refused with what may have been meant', async () => {
    const seed = join(folder, 'fixture.yaml')
    const { message, code } = await refusal({ seed })
    expect(code).toBe('unreadable_file')
    expect(message).toContain(
      `cannot read the seed ${seed}: there is no such file; did you mean ${join(folder, 'fixtures.yaml')}?`,
    )
  })

  test('a wrong file is refused with its name, line and column', async () => {
    const seed = join(folder, 'unsound.yaml')
    const { message, code, problems } = await refusal({ seed })
    expect(code).toBe('invalid_seed')
    expect(message).toContain(`startEmulator: ${seed}:2:5: unknown field "idd"`)
    expect(problems).toMatchObject([{ file: seed, line: 2, column: 5, hint: 'did you mean id?' }])
  })

  test('a wrong object is refused with its path', async () => {
    const { problems } = await refusal({ seed: { namespaces: [{ idd: 1 }] } })
    expect(problems).toMatchObject([{ path: 'namespaces[0].idd', message: 'unknown field "idd"' }])
  })

  test('a folder is read as the seeds in it', async () => {
    await using emulator = await startEmulator({ seed: join(folder, 'seeds') })
    const stores = await emulator.stores.list()
    expect(stores.map(({ id }) => id)).toEqual(['ec_a_1', 'ec_b_1'])
  })

  test.each<[string, (path: string) => EmulatorOptions['seed']]>([
    ['a file URL', (path) => pathToFileURL(path)],
    ['its text', (path) => pathToFileURL(path).href],
    ['a list with one', (path) => [pathToFileURL(path)]],
  ])('%s names a file or a folder', async (_, seed) => {
    for (const [name, count] of [
      ['fixtures.yaml', 1],
      ['seeds', 2],
    ] as const) {
      await using emulator = await startEmulator({ seed: seed(join(folder, name)) })
      expect(await emulator.stores.list()).toHaveLength(count)
    }
  })

  test.each([
    [
      'http://127.0.0.1/s.yaml',
      'seeds are files, so download it first: curl -o seed.yaml http://127.0.0.1/s.yaml',
    ],
    [new URL('https://a.test/s.yaml'), 'seeds are files, so download it first'],
    [new URL('data:text/plain,a'), 'seeds are files'],
    [
      new URL('file://elsewhere/s.yaml'),
      'cannot read the seed file://elsewhere/s.yaml: File URL host must be',
    ],
    [
      'stores:\n  - id: ec_a_1\n',
      'that is the text of a seed, not the name of a file: stores:\\x0a  - id: ec_a_1\\x0a; save it',
    ],
    ['{"stores": []}', 'that is the text of a seed'],
    [`version: 1 # ${'x'.repeat(5000)}`, 'that is the text of a seed'],
    ['- id: ec_a_1', 'that is the text of a seed'],
  ])('%s does not name a file', async (seed, reason) => {
    const { message, code } = await refusal({ seed })
    expect(message).toContain(reason)
    expect(message.length).toBeLessThan(400)
    expect(code).toBe('unreadable_file')
  })

  test('a file whose name could be the text of a seed is read', async () => {
    const seed = join(folder, 'a: b\nc: d')
    writeFileSync(seed, 'stores: [{ id: ec_a_1 }]')
    await using emulator = await startEmulator({ seed })
    expect(await emulator.stores.list()).toHaveLength(1)
  })

  test('a file of another program in a folder of seeds is named in one sentence', async () => {
    const mixed = join(folder, 'mixed')
    mkdirSync(mixed)
    writeFileSync(join(mixed, 'a.yaml'), 'stores: [{ id: ec_a_1 }]')
    writeFileSync(
      join(mixed, 'package.json'),
      '{"name": "shop", "version": "1.0.0", "private": true, "scripts": {}}',
    )
    const { problems } = await refusal({ seed: mixed })
    expect(problems).toMatchObject([
      {
        file: join(mixed, 'package.json'),
        line: 1,
        column: 1,
        message: expect.stringMatching(
          /^this is not a seed: it has private, scripts, and none of version, clock/,
        ),
        hint: expect.stringContaining('name the seeds one by one, or keep them in a folder of their own'),
      },
    ])
  })

  test('a folder without seeds is refused', async () => {
    const { message } = await refusal({ seed: [join(folder, 'none')] })
    expect(message).toContain(`there is no seed (.yaml, .yml or .json) in ${join(folder, 'none')}`)
  })
})

test('a taken port: which to try', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const { message, code } = await refusal({ port })
  taken.close()
  expect(code).toBe('cannot_listen')
  expect(message).toContain(
    `port ${port} on 127.0.0.1 is taken: try port: ${port + 1}; port: 0 picks a free one`,
  )
})

test('the stack of a rejection begins at the call', async () => {
  for (const options of [{ sead: 1 }, { seed: 'nowhere.yaml' }, { seed: { a: 1 } }, { profile: { a: {} } }]) {
    const error: unknown = await startEmulator(options as EmulatorOptions).catch((reason: unknown) => reason)
    if (!(error instanceof EmulatorError)) throw new Error('no error')
    const [, ...frames] = (error.stack ?? '').split(/\n(?=\s+at )/)
    expect(frames[0]).toContain('start-emulator.test.ts')
    expect(error.stack).toContain(error.message)
  }
})

test.each([0, 5000, 999_999_999, 100_000_000_000, new Date(1_769_817_600)])(
  'the clock: %s is read as ms since 1970',
  async (now) => {
    await using emulator = await startEmulator({ clock: { now, freeze: true } })
    expect(await emulator.clock.get()).toMatchObject({ now: Number(now) })
  },
)

test('the clock: an instant as text, and freeze as in a seed', async () => {
  await using emulator = await startEmulator({ clock: { now: '2026-01-31T23:59:00Z', freeze: true } })
  expect(await emulator.clock.get()).toMatchObject({ iso: '2026-01-31T23:59:00.000Z', mode: 'frozen' })
  await using other = await startEmulator({ clock: { now: new Date(0), frozen: true } })
  expect(await other.clock.get()).toMatchObject({ now: 0, mode: 'frozen' })
})

test('cors: true lets any page call', async () => {
  await using emulator = await startEmulator({ cors: true })
  const answer = await fetch(`${emulator.baseUrl}/documents`, { headers: { origin: 'http://app.test' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://app.test')
})

test('cors takes several origins, in any case, and lets their pages send credentials', async () => {
  await using emulator = await startEmulator({ cors: ['HTTP://A.test', 'http://b.test:81'] })
  const allowed = async (origin: string) => {
    const { headers } = await fetch(`${emulator.baseUrl}/documents`, { headers: { origin } })
    return ['origin', 'credentials'].map((name) => headers.get(`access-control-allow-${name}`))
  }
  for (const origin of ['http://a.test', 'http://b.test:81'])
    expect(await allowed(origin)).toEqual([origin, 'true'])
  expect(await allowed('http://evil.test')).toEqual(['http://a.test', null])
  const contract = (origin: string) => fetch(`${emulator.adminUrl}/clock`, { headers: { origin } })
  expect((await contract('http://a.test')).status).toBe(403)
})

describe('after close() every call rejects', () => {
  test.each([
    ['the emulator', async () => startEmulator()],
    [
      'a world of it, when the emulator is closed',
      async () => {
        const emulator = await startEmulator()
        const world = await emulator.world()
        return Object.assign(world, { close: emulator.close })
      },
    ],
  ])('every call rejects after close(): %s', async (_, start) => {
    const client = await start()
    await client.close()
    const calls = [
      () => client.clock.get(),
      () => client.world(),
      () => client.reset(),
      () => client.faults.list(),
      () => client.state.get(),
      () => client.requests(),
      () => client.tokens.create(),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toThrow(/this is already closed/)
      await expect(call()).rejects.toMatchObject({ status: 0, code: 'closed' })
    }
    await expect(client.fetch('/documents')).rejects.toThrow(TypeError)
    await client.close()
  })

  test('every call to a world that was closed rejects', async () => {
    await using emulator = await startEmulator()
    const world = await emulator.world()
    await world.close()
    await expect(world.clock.get()).rejects.toMatchObject({ code: 'closed' })
    await expect(world.fetch('/documents')).rejects.toMatchObject({ cause: { code: 'closed' } })
    expect(await emulator.clock.get()).toBeDefined()
  })
})
