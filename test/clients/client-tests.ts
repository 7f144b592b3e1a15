import { describe, expect, test } from 'vitest'
import { blocksOf, readPage } from '../docs/pages.js'
import { recordClient } from './client-run.js'
import { type Client, missingFor } from './languages.js'
import { assertCall, calls, docker, filled } from './plan.js'

/** Declares the tests of a client; they are skipped without its tool. */
export function testClient(client: Client): void {
  const { language, example, file } = client
  const missing = missingFor(client)

  describe(language, () => {
    test('its test makes the calls of the table, in their order', async ({ skip }) => {
      skip(missing !== undefined, missing)
      const { base, exchanges, docker: commands } = await recordClient(language, client.test)
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
      skip(missing !== undefined, missing)
      const { text } = readPage(`clients/${language}/README.md`)
      expect(text.split('\n').length).toBeLessThanOrEqual(31)
      const [code = ''] = blocksOf(language, text)
      const { exchanges } = await recordClient(language, example, file(code))
      const made = exchanges.map(({ method, path, status }) => `${method} ${path} ${status}`)
      expect(made.slice(0, 2)).toEqual(['GET /_admin/health 200', 'POST /_admin/worlds 201'])
      expect(made).toContain('POST /_worlds/w1/_admin/clock 200')
    })
  })
}
