import { describe, expect, test } from 'vitest'
import { parseWithLongIntegers } from '../../src/core/json/lossless-json.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { replay } from '../../src/server/replay.js'
import { services } from '../../src/services/index.js'
import { AdminCalls } from '../support/admin-calls.js'
import { Service } from '../support/service.js'
import { linesOf, read, write } from './files.js'
import type { WayName } from './program.js'
import { programs } from './programs/programs.js'
import { run } from './run.js'

/**
 * The emulator still does what it did when the files in kept/ were written. It gives the same answers, journals,
 * archives, exports and bundles, in process and over sockets. compared.ts says what is left out. To write the files:
 *
 *     RENEW_GOLDEN=1 npx vitest run test/golden
 *
 * A commit that changes sentences alone may write them, a commit that changes anything else may not.
 */
const isRenewed = process.env.RENEW_GOLDEN !== undefined

const STILL = { realNow: () => 0 }

describe.each(programs)('the program $topic', (program) => {
  const ways: readonly WayName[] = program.way === undefined ? ['in process', 'over sockets'] : [program.way]

  let lines: string[] | undefined

  test.each(ways)('the program has the kept results %s', async (way) => {
    const kept = await run(way, program)
    if (isRenewed && way === ways[0]) write(program, kept)
    lines ??= linesOf(program, read(program))
    expect(linesOf(program, kept)).toEqual(lines)
  })

  test('the program has bundles that replay without a difference, and end in the kept exports', async () => {
    for (const [world, { bundle, export: state }] of Object.entries(read(program).worlds)) {
      const { run: replayed, listen } = await replay(readBundle(JSON.stringify(bundle)), { services }, STILL)
      expect(replayed.difference, world).toBeUndefined()
      const { baseUrl, close } = await listen()
      try {
        const ended = await (await fetch(`${baseUrl}/_admin/state`)).text()
        expect(parseWithLongIntegers(ended), world).toEqual(state)
      } finally {
        await close()
      }
    }
  })

  test('the program has exports that are read back to the same state, byte for byte', async () => {
    for (const [world, { export: state }] of Object.entries(read(program).worlds)) {
      const admin = new AdminCalls(await Service.start({}))
      expect((await admin.send('PUT /state', JSON.stringify(state))).status, world).toBe(200)
      const first = (await admin.send('GET /state')).text
      expect(parseWithLongIntegers(first), world).toEqual(state)
      await admin.send('PUT /state', first)
      expect((await admin.send('GET /state')).text, world).toBe(first)
    }
  })
})
