import { describe, expect, test } from 'vitest'
import { launch } from '../../src/server/launch.js'
import { readNamed } from '../../src/server/named-files.js'
import { StartError } from '../../src/server/start-error.js'
import { FakeFiles } from '../cli/fake-terminal.js'

/** A start counts what seeds take while they are read: one that is too large for the heap ends it with the reason. */

const HEAP_BYTES = 40_000_000
const FEW = 300
const MANY = 20_000

const each = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))

const namesIn = (count: number, from = 0) =>
  JSON.stringify({ namespaces: each(count, (index) => `ns_b_${from + index}`).map((id) => ({ id })) })

const repeated = (title: string, repeat: number) =>
  `database: { documents: [{ title: "${title}", repeat: ${repeat} }] }`

/** Why an emulator does not start with these files. */
async function refusalOf(
  contents: Readonly<Record<string, string>>,
  files = new FakeFiles(contents),
): Promise<StartError> {
  const heapBytesMax = () => HEAP_BYTES
  const readFile = (path: string, hold: (bytes: number) => void) => readNamed(path, 'seed', files, hold)
  return refused(launch({ seed: Object.keys(contents) }, { readFile, heapBytesMax }))
}

async function refused(starting: ReturnType<typeof launch>): Promise<StartError> {
  const error: unknown = await starting.then(
    async ({ close }) => {
      await close()
      return 'it starts'
    },
    (reason: unknown) => reason,
  )
  if (error instanceof StartError) return error
  throw error
}

const tooLarge = (what: string) => ({
  code: 'out_of_memory',
  message: `${what} takes more memory than there is for contents; start with a larger heap (NODE_OPTIONS=--max-old-space-size=8192)`,
})

describe('a seed that takes more than the heap holds', () => {
  test.each([
    ['namespaces in JSON', namesIn(MANY)],
    ['namespaces in YAML', `namespaces:\n${each(MANY, (index) => `- id: ns_b_${index}\n`).join('')}`],
    [
      'entries in YAML',
      `stores:\n- id: ec_a_1\n  entries:\n${each(MANY, (index) => `  - { key: k${index}, value: 1 }\n`).join('')}`,
    ],
    ['mappings without anything', `{"namespaces":[${each(MANY, () => '{}')}]}`],
    ['what is wrong besides', `namespaces: [${each(MANY, () => '0')}]`],
    ['records that blocks stand for', repeated('t', 30_000)],
  ])('ends the start: %s', async (_what, text) => {
    expect(await refusalOf({ 'big.yaml': text })).toMatchObject({ code: 'out_of_memory' })
  })

  test('is named', async () => {
    expect(await refusalOf({ 'big.json': namesIn(MANY) })).toMatchObject(tooLarge('the seed big.json'))
  })

  test('may be several, each of which it holds', async () => {
    const files = Object.fromEntries(each(20, String).map((name) => [name, namesIn(FEW, FEW * Number(name))]))
    const last = Object.keys(files).length - 1
    expect((await refusalOf(files)).message).toMatch(/^the seed \d+ takes more memory/)
    const { [String(last)]: one = '' } = files
    await expect(refusalOf({ one })).rejects.toBe('it starts')
  })

  test('may be data', async () => {
    const seed = { namespaces: each(MANY, (index) => `ns_b_${index}`).map((id) => ({ id })) }
    const refusal = await refused(launch({ seed }, { heapBytesMax: () => HEAP_BYTES }))
    expect(refusal).toMatchObject(tooLarge('the seed'))
  })

  test('is not read where its size alone shows it', async () => {
    class Huge extends FakeFiles {
      override size(): number {
        return HEAP_BYTES
      }
      override read(): string {
        throw new Error('it is read')
      }
    }
    expect(await refusalOf({ 'big.yaml': '' }, new Huge())).toMatchObject(tooLarge('the seed big.yaml'))
  })

  test('may be a pipe, whose size nobody knows ahead', async () => {
    class Pipes extends FakeFiles {
      override size(): number {
        return 0
      }
    }
    const contents = { pipe: `# ${'x'.repeat(HEAP_BYTES / 4)}` }
    expect(await refusalOf(contents, new Pipes(contents))).toMatchObject(tooLarge('the seed pipe'))
  })
})

test.each(['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE'])(
  'a file that is longer than any text is told (%s)',
  async (code) => {
    const files = new FakeFiles({ 'big.yaml': Object.assign(new Error(code), { code }) })
    await expect(readNamed('big.yaml', 'seed', files, () => {})).rejects.toThrow(
      'cannot read the seed big.yaml: no text is that long; split it in several',
    )
  },
)
