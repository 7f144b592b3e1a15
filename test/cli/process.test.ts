import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BuiltPackage, Started } from './built.js'
import { builtPackage } from './built-package.js'

/** Runs the real process, from the bundle. Other tests call `run` for what needs no process. */

const built = builtPackage()

const ADDRESS = /KV_BASE_URL=(\S+)/

async function addressOf(emulator: Started): Promise<string> {
  const [, address = ''] = await emulator.until(ADDRESS)
  return address
}

const flag = (address: string) =>
  fetch(`${address}/v1/kv/ns_demo_starter/flag:checkout`, { headers: { 'x-kv-key': 'kv_read_demo' } })

/** Creates a folder that is removed after the test. */
function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-process-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('the process runs a service in TypeScript if its Node does, and else says so in one sentence', async () => {
  using temporary = temporaryFolder()
  const file = join(temporary.folder, 'rooms.ts')
  writeFileSync(
    file,
    `const answer: string = 'one'
export default {
  name: 'rooms',
  state: () => ({}),
  operations: { get: { route: 'GET /rooms', run: () => ({ json: answer }) } },
}
`,
  )
  using emulator = built.start('--port', '0', '--service', file)
  if (Reflect.get(process.features, 'typescript')) {
    expect(await (await fetch(`${await addressOf(emulator)}/rooms`)).json()).toBe('one')
    return
  }
  expect(await emulator.ended).toBe(2)
  expect(emulator.err).toMatch(
    /^\S+rooms\.ts: Node \S+ does not run TypeScript: build it and name the \.js file, or use tsx/,
  )
})

test('the process starts, answers, logs, and ends with 0 on SIGINT', async () => {
  using emulator = built.start('--port', '0')
  const address = await addressOf(emulator)
  expect((await flag(address)).status).toBe(200)
  await emulator.until(/GET +\/v1\/kv\/ns_demo_starter\/flag:checkout +200 {2}kv\.get/)
  emulator.signal('SIGINT')
  expect(await emulator.ended).toBe(0)
  expect(emulator.err).toBe('')
})

test('the process ends although a connection is idle and a request never ends', async () => {
  using emulator = built.start('--port', '0')
  const { port } = new URL(await addressOf(emulator))
  const idle = connect(Number(port), '127.0.0.1')
  const unfinished = connect(Number(port), '127.0.0.1')
  const hear = (socket: typeof idle) =>
    new Promise((resolve) => socket.once('data', resolve).on('error', () => {}))
  idle.write('GET /documents HTTP/1.1\r\nHost: x\r\n\r\n')
  unfinished.write(
    'GET /documents HTTP/1.1\r\nHost: x\r\n\r\nPOST /documents HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
  )
  await Promise.all([hear(idle), hear(unfinished)])
  emulator.signal('SIGTERM')
  expect(await emulator.ended).toBe(0)
})

test('the process keeps running when the reader of its log closes', async () => {
  using emulator = built.start('--port', '0')
  const address = await addressOf(emulator)
  emulator.closeOutput()
  for (let index = 0; index < 5; index++) expect((await flag(address)).status).toBe(200)
  emulator.signal('SIGTERM')
  expect(await emulator.ended).toBe(0)
})

test('the process keeps running if nobody reads its log', async () => {
  using emulator = built.start('--port', '0', '--log', 'json')
  const [, address = ''] = await emulator.until(/"baseUrl":"([^"]+)"/)
  emulator.stopReading()
  // More than fits into the pipe and the reader's buffer.
  const path = `/documents?${'x'.repeat(10_000)}`
  for (let index = 0; index < 100; index++) expect((await fetch(address + path)).status).toBe(401)
  expect((await flag(address)).status).toBe(200)
  emulator.signal('SIGTERM')
  expect(await emulator.exited).toBe(0)
})

test('the process ends after it has printed the output of a command', async () => {
  using token = built.start('token', '--expires-in', '1h')
  expect(await token.ended).toBe(0)
  expect(token.out).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/)
  using schema = built.start('schema')
  expect(await schema.ended).toBe(0)
  expect(JSON.parse(schema.out)).toMatchObject({ type: 'object' })
})

test('SIGTERM stops the process while it waits for a seed from a pipe', async () => {
  using temporary = temporaryFolder()
  const { folder } = temporary
  const pipe = join(folder, 'seed')
  execFileSync('mkfifo', [pipe])
  // More than fits into the pipe: the shell continues once somebody reads, and writes nothing more.
  const script = 'exec 3<> "$0"; echo open; head -c 100000 /dev/zero >&3; echo read; sleep 60'
  using writer = new Started(spawn('sh', ['-c', script, pipe]))
  await writer.until(/open/)
  using emulator = built.start('--port', '0', '--seed', pipe)
  await writer.until(/read/)
  emulator.signal('SIGTERM')
  expect(await emulator.ended).toBe(0)
  expect(emulator.out).toBe('Stopped before the seeds were loaded.\n')
})

test('--watch notices a file that is replaced by renaming', async () => {
  using temporary = temporaryFolder()
  const { folder } = temporary
  const file = join(folder, 'seed.yaml')
  writeFileSync(file, 'stores: [{ id: ec_a_1 }]\n')
  using emulator = built.start('--port', '0', '--watch', '--seed', file)
  await addressOf(emulator)
  writeFileSync(`${file}~`, 'stores: [{ id: ec_a_1 }, { id: ec_b_1 }]\n')
  renameSync(`${file}~`, file)
  await emulator.until(/Reloaded .*seed\.yaml: 2 stores/)
  emulator.signal('SIGTERM')
  expect(await emulator.ended).toBe(0)
})

test.each([
  ['without a writer', 'O_RDONLY', /cannot read the seed .*: nothing was written to it/],
  ['whose writer is silent', 'O_RDWR', /a seed is now a pipe, which --watch cannot wait for/],
] as const)('--watch goes on after a pipe %s in place of its file', async (_, mode, problem) => {
  using temporary = temporaryFolder()
  const [file, pipe] = [join(temporary.folder, 'seed.yaml'), join(temporary.folder, 'pipe')]
  writeFileSync(file, 'stores: [{ id: ec_a_1 }]\n')
  execFileSync('mkfifo', [pipe])
  using emulator = built.start('--port', '0', '--watch', '--seed', file)
  await addressOf(emulator)
  const end = openSync(pipe, constants[mode] | constants.O_NONBLOCK)
  renameSync(pipe, file)
  await emulator.untilError(problem)
  closeSync(end)
  rmSync(file)
  writeFileSync(file, 'stores: [{ id: ec_a_1 }, { id: ec_b_1 }]\n')
  await emulator.until(/Reloaded .*seed\.yaml: 2 stores/)
})

test.each([
  ['SIGHUP', 'SIGHUP'],
  ['SIGTERM', 'SIGHUP'],
] as const)('without a terminal, %s and %s stop the process, and the state is written', async (...sent) => {
  using temporary = temporaryFolder()
  const { folder } = temporary
  const state = join(folder, 'state.yaml')
  using emulator = built.start('--port', '0', '--export-on-exit', state)
  await addressOf(emulator)
  for (const signal of sent) emulator.signal(signal)
  expect(await emulator.ended).toBe(0)
  expect(readFileSync(state, 'utf8')).toContain('ns_demo_starter')
})

describe('--until-stdin-ends', () => {
  test('--until-stdin-ends stops the process once its standard input ends, and not before', async () => {
    using temporary = temporaryFolder()
    const state = join(temporary.folder, 'state.yaml')
    using emulator = built.start('--port', '0', '--until-stdin-ends', '--export-on-exit', state)
    const address = await addressOf(emulator)
    expect((await flag(address)).status).toBe(200)
    emulator.input('text that nobody asked for\n')
    expect(await emulator.ended).toBe(0)
    expect(emulator.out).toContain('Standard input has ended')
    expect(readFileSync(state, 'utf8')).toContain('ns_demo_starter')
  })

  test('SIGTERM stops the process although its standard input is open', async () => {
    using emulator = built.start('--port', '0', '--until-stdin-ends')
    await addressOf(emulator)
    emulator.signal('SIGTERM')
    expect(await emulator.ended).toBe(0)
  })

  test('the process ends with the program that started it, also by SIGKILL', async () => {
    const started =
      "require('child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 1, 2] })"
    const command = [join(built.folder, 'bin/emulator.js'), '--port', '0', '--until-stdin-ends']
    using program = new Started(spawn(process.execPath, ['-e', started, '--', ...command]))
    await addressOf(program)
    program.signal('SIGKILL')
    // Its output closes once the emulator, which holds it too, is gone.
    expect(await program.ended).toBe(null)
    expect(program.out).toContain('Standard input has ended')
  })

  test.each(['</dev/null', '<&-', '</'])('a standard input that is %s ends it at once', async (input) => {
    const script = `exec "$0" "$@" ${input}`
    const command = [
      process.execPath,
      join(built.folder, 'bin/emulator.js'),
      '--port',
      '0',
      '--until-stdin-ends',
    ]
    using emulator = new Started(spawn('sh', ['-c', script, ...command]))
    expect(await emulator.ended).toBe(0)
    expect(emulator.out).toContain('Standard input has ended')
  })

  test('a seed may come from the standard input', async () => {
    const script =
      'echo "stores: [{ id: ec_piped_1 }]" | "$0" "$@" --port 0 --until-stdin-ends --seed /dev/stdin'
    const command = [process.execPath, join(built.folder, 'bin/emulator.js')]
    using emulator = new Started(spawn('sh', ['-c', script, ...command]))
    expect(await emulator.ended).toBe(0)
    expect(emulator.out).toContain('ec_piped_1')
  })
})

// The Linux version can give a command a terminal.
const hasScript =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true
const NO_SCRIPT = 'there is no script of util-linux here'

describe('colours', () => {
  const COLOURED = '\u001b[1m'
  const emulator = `${process.execPath} ${join(built.folder, 'bin/emulator.js')} exec --log pretty -- true`
  // Node shows no colours on most services that set CI.
  const { FORCE_COLOR: _, NO_COLOR: __, CI: ___, ...env } = process.env
  const shown = (variables: object, command: string, ...args: string[]) =>
    spawnSync(command, args, { env: { ...env, TERM: 'xterm', ...variables }, encoding: 'utf8' }).stdout

  test.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
  ])('colours in a pipe with %j: %s', (variables, areShown) => {
    expect(shown(variables, 'sh', '-c', `${emulator} 2>&1`).includes(COLOURED)).toBe(areShown)
  })

  test.for([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, true],
  ] as const)('colours at a terminal with %j: %s', ([variables, areShown], { skip }) => {
    skip(!hasScript, NO_SCRIPT)
    expect(shown(variables, 'script', '-qec', emulator, '/dev/null').includes(COLOURED)).toBe(areShown)
  })
})

// The terminal closes when `script` ends.
test('closing its terminal stops the process, and the state is written', async ({ skip }) => {
  skip(!hasScript, NO_SCRIPT)
  using temporary = temporaryFolder()
  const { folder } = temporary
  const state = join(folder, 'state.yaml')
  const emulator = `${process.execPath} ${join(built.folder, 'bin/emulator.js')}`
  const command = `exec ${emulator} --port 0 --export-on-exit ${state}`
  const terminal = spawn('script', ['-qfc', command, join(folder, 'typescript')])
  let shown = ''
  await new Promise<void>((resolve) => {
    terminal.stdout.on('data', (data) => {
      shown += data
      if (ADDRESS.test(shown)) resolve()
    })
  })
  const written = new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(state)) return
      watcher.close()
      resolve()
    })
  })
  terminal.kill('SIGKILL')
  await written
  expect(readFileSync(state, 'utf8')).toContain('ns_demo_starter')
}, 60_000)

test('a checkout is built when its command is first used', async () => {
  using unbuilt = new BuiltPackage()
  // test/build tests the files of the build.
  writeFileSync(
    join(unbuilt.folder, 'build/build.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync(new URL('../dist', import.meta.url))
    writeFileSync(new URL('../dist/cli.cjs', import.meta.url), 'console.log("built")')`,
  )
  using first = unbuilt.start('--version')
  expect(await first.ended).toBe(0)
  expect(first.out).toBe('built\n')
  expect(first.err).toBe('emulator: building the checkout, once\n')
  using second = unbuilt.start('--version')
  expect(await second.ended).toBe(0)
  expect(second.err).toBe('')
})

test('a checkout that cannot be built prints what to do', async () => {
  using unbuilt = new BuiltPackage()
  rmSync(join(unbuilt.folder, 'node_modules'))
  using emulator = unbuilt.start()
  expect(await emulator.ended).toBe(2)
  expect(emulator.err).toBe('emulator: dist/cli.cjs is missing; `npm ci && npm run build` creates it\n')
})
