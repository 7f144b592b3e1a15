import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Ended, SmallHeapCommand } from './small-heap.js'

/** Seeds in files that are too large for a heap of 256 MB: a command ends with the reason, and one that serves goes on. */

const command = new SmallHeapCommand()

afterAll(() => command[Symbol.dispose]())

const each = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))

const json = (namespaces: readonly string[]) => `{"namespaces":[${namespaces.join(',')}]}`

const entriesIn = (items: readonly string[]) => json([`{"id":"ns_a_1","entries":[${items.join(',')}]}`])

const names = (count: number, from = 0) => json(each(count, (index) => `{"id":"ns_b_${from + index}"}`))

const documents = (title: string, repeat: number) =>
  `database: { documents: [{ title: "${title}", repeat: ${repeat} }] }`

function file(name: string, text: string): string {
  writeFileSync(join(command.folder, name), text)
  return name
}

const refusal = (seed: string): Ended => ({
  status: 2,
  output: expect.stringMatching(
    new RegExp(
      `^(?:emulator: )?the seed ${seed} takes more memory than there is for contents; start with a larger`,
    ),
  ) as string,
})

describe.each([
  ['names.json', () => names(1_000_000)],
  ['names.yaml', () => `namespaces:\n${each(400_000, (index) => `- id: ns_b_${index}\n`).join('')}`],
  [
    'entries.json',
    () => entriesIn(each(400_000, (index) => `{"key":"k${index}","value":1,"ttlSeconds":60}`)),
  ],
  ['values.json', () => entriesIn([`{"key":"k","value":[${each(3_000_000, () => '{}')}],"ttlSeconds":60}`])],
  [
    'values.yaml',
    () => `stores: [{ id: ec_a, entries: [{ key: k, value: [${each(1_000_000, () => '{}')}] }] }]`,
  ],
  ['long.yaml', () => `stores: [{ id: ec_a, entries: [{ key: k, value: ${'v'.repeat(150_000_000)} }] }]`],
])('%s', (name, text) => {
  test('ends a start', async () => {
    expect(await command.run(['--port', '0', '--seed', file(name, text())])).toEqual(refusal(name))
  })

  test('is told by emulator check', async () => {
    expect(await command.run(['check', file(name, text())])).toEqual(refusal(name))
  })
})

test('several files that are too large together', async () => {
  const files = each(5, (index) => file(`part${index}.json`, names(60_000, 60_000 * index)))
  const args = files.flatMap((name) => ['--seed', name])
  expect(await command.run(['--port', '0', ...args])).toEqual(refusal('part\\d\\.json'))
})

test.each([
  ['the bound on memory', []],
  ['the heap, whatever the bound', ['--max-memory', '4000000000']],
])('blocks that stand for more records than fit in %s', async (_what, args) => {
  const seed = file('blocks.yaml', documents('{{index}}{{lorem.paragraph}}', 900_000))
  const { status, output } = await command.run(['--port', '0', '--seed', seed, ...args])
  expect(status).toBe(2)
  expect(output).toMatch(/takes more memory than/)
})

test('a bundle', async () => {
  const bundle = file('run.json', `{"format":"tristore-bundle/2","beginning":${names(1_000_000)}}`)
  const { status, output } = await command.run(['replay', bundle])
  expect([status, output]).toEqual([2, expect.stringContaining('the bundle run.json takes more memory')])
})

test('a seed that is watched', async () => {
  const seed = file('watched.json', names(10))
  let step = 0
  const steps: readonly [sign: string, next: (stop: () => void) => void][] = [
    ['KV_BASE_URL', () => file('watched.json', names(400_000))],
    ['The last good state stays', () => file('watched.json', names(20))],
    ['Reloaded watched.json: 20 namespaces', (stop) => stop()],
  ]
  const { output } = await command.run(['--port', '0', '--watch', '--seed', seed], (written, stop) => {
    const [sign, next] = steps[step] ?? []
    if (sign === undefined || next === undefined || !written.includes(sign)) return
    step++
    next(stop)
  })
  expect(output).toContain('the seed watched.json takes more memory than there is for contents')
  expect(output).not.toContain('FATAL')
  expect(step).toBe(steps.length)
})
