import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../conformance/emulator/sandbox.js'
import { judge } from '../../conformance/statements/table.js'
import type { SubjectSource } from '../../conformance/subject.js'
import { walk } from '../../conformance/walk/walk.js'
import type { EmulatorClient } from '../../src/index.js'
import { startInProcess } from '../conformance/in-process.js'
import { STATEMENTS } from '../conformance/statements/all-statements.js'
import { FOUND } from '../conformance/wrong/tried/found.js'
import { OWN } from '../conformance/wrong/tried/own.js'
import type { Tried } from '../conformance/wrong/tried/tried.js'

/**
 * Wrong services that no statement was written for, and whether the statements and a walk see them. One that is seen
 * must go on being seen; one that is seen by more than its table says is a reason to correct the table.
 */

const SEEN_BY = ['nobody', 'statements', 'walk', 'both'] as const

let emulator: EmulatorClient
let sandbox: Sandbox

beforeAll(async () => {
  emulator = await startInProcess()
  sandbox = await openSandbox(emulator, { mark: 'wrong1' })
})

afterAll(async () => {
  await sandbox.close()
  await emulator.close()
})

/** The first statement that fails; undefined if all hold. */
async function failing({ make }: Tried): Promise<string | undefined> {
  for (const statement of STATEMENTS) {
    const subject = await sandbox.subjectFor(statement.needs)
    const { outcome } = await judge(statement, { ...subject, send: make(subject) })
    if (outcome === 'fails') return statement.id
  }
  return undefined
}

async function differs({ make }: Tried): Promise<boolean> {
  const source: SubjectSource = {
    async subjectFor(needs) {
      const subject = await sandbox.subjectFor(needs)
      return { ...subject, send: make(subject) }
    },
  }
  return (await walk(source, { calls: 500, seed: 11, replays: 0 })).outcome === 'differs'
}

describe.each(Object.entries({ 'a review': FOUND, 'our own': OWN }))('of %s', (_of, services) => {
  test.each(services)('$what: seen by $seenBy', async (service) => {
    const statement = await failing(service)
    const byWalk = await differs(service)
    const seenBy = SEEN_BY[(statement === undefined ? 0 : 1) + (byWalk ? 2 : 0)]
    expect({ seenBy, statement }).toMatchObject({ seenBy: service.seenBy })
  })
})
