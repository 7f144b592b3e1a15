import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { blocksOf, readPage } from '../docs/pages.js'
import { runClient } from './client-run.js'
import { assertCall, calls, docker, filled } from './plan.js'

/** A client, and how its programs are run. */
export interface Client {
  /** The name of its folder, and of the code in its README. */
  readonly language: string
  /** What it takes, with arguments that only try it. */
  readonly tool: readonly [command: string, ...args: string[]]
  /** Runs its own test. */
  readonly test: string
  /** Runs the example of its README. */
  readonly example: string
  /** The file of the example, made of the code in the README. */
  file(code: string): Readonly<Record<string, string>>
}

/** Declares the tests of a client; without its tool they are skipped. */
export function testClient(client: Client): void {
  const { language, tool, example, file } = client
  const [command, ...args] = tool
  const isMissing = spawnSync(command, args).status !== 0
  const reason = `there is no ${command} here`

  describe(language, () => {
    test('its test makes the calls of the table, in their order', async ({ skip }) => {
      skip(isMissing, reason)
      const { base, exchanges, docker: commands } = await runClient(language, client.test)
      const names = new Map([
        ['base', base],
        ['container', 'c1'],
      ])
      expect(exchanges).toHaveLength(calls.length)
      for (const [index, call] of calls.entries()) {
        const exchange = exchanges[index]
        if (exchange !== undefined) assertCall(call, exchange, names)
      }
      expect(commands).toEqual(filled(docker, names))
    })

    test('the example of its README runs', async ({ skip }) => {
      skip(isMissing, reason)
      const { text } = readPage(`clients/${language}/README.md`)
      expect(text.split('\n').length).toBeLessThanOrEqual(31)
      const [code = ''] = blocksOf(language, text)
      const { exchanges } = await runClient(language, example, file(code))
      const made = exchanges.map(({ method, path, status }) => `${method} ${path} ${status}`)
      expect(made.slice(0, 2)).toEqual(['GET /_admin/health 200', 'POST /_admin/worlds 201'])
      expect(made).toContain('POST /_worlds/w1/_admin/clock 200')
    })
  })
}
