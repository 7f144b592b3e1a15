import { describe, expect, test } from 'vitest'
import { contentOf, textOf } from '../../dashboard/features/files/read.js'

/** How the kind of a dropped file is recognized. */

const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { entries } })
const request = (url: string, more: object = {}) => ({
  request: { method: 'get', url, headers: [], ...more },
})

describe('a dropped file', () => {
  test.each([
    ['a.yaml', 'namespaces: []', 'seed'],
    ['state.json', '{"version": 1}', 'seed'],
    ['broken.yaml', '{namespaces: [', 'seed'],
    ['x.json', '{"format":"tristore-bundle/3"}', 'bundle'],
    ['cut.json', '{"format": "tristore-bundle/9", "comm', 'bundle'],
    ['y.tristore.json', 'anything', 'bundle'],
    ['z', har(request('http://localhost/documents')), 'har'],
  ])('called %s is recognized by its text', (name, text, kind) => {
    expect(contentOf(name, text).kind).toBe(kind)
  })

  test.each([
    ['a.png', '\u0089PNG\0', 'This is not text.'],
    ['a.yaml', ' \n', 'This file is empty.'],
    ['a.har', '{"log": {"entr', 'This HAR ends in the middle'],
    ['a.har', '{"log": {}}', 'it has no log.entries'],
    ['a.har', har(request('http://localhost/_admin/state')), 'has no request to the services'],
  ])('called %s with %j is refused: %s', (name, text, reason) => {
    expect(contentOf(name, text)).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) })
  })

  test('is read as UTF-8, and refused in another encoding', async () => {
    expect(await textOf(new Blob(['\uFEFFa: é']))).toBe('a: é')
    await expect(textOf(new Blob([Buffer.from('a: é', 'latin1')]))).rejects.toThrow('save it as UTF-8')
    expect(contentOf('a.png', await textOf(new Blob([Buffer.from('89504e4700', 'hex')])))).toMatchObject({
      reason: 'This is not text.',
    })
  })

  test('with requests is read as requests to this world', () => {
    const headers = [
      { name: 'X-KV-Key', value: 'kv_a' },
      { name: 'Host', value: 'localhost' },
      { name: ':path', value: '/' },
      { name: 'sec-fetch-mode', value: 'cors' },
      { name: 'baggage', value: 'emulator-world=w9' },
    ]
    const text = har(
      request('http://localhost:4600/_worlds/w9/v1/kv/ns_a/x?limit=1', { headers, postData: { text: '{}' } }),
      request('http://localhost:4600/_dashboard/'),
      request('no address'),
    )
    expect(contentOf('a.har', text)).toEqual({
      kind: 'har',
      left: 2,
      requests: [
        {
          method: 'GET',
          target: '/v1/kv/ns_a/x?limit=1',
          headers: [['X-KV-Key', 'kv_a']],
          body: '{}',
          status: 0,
        },
      ],
    })
  })
})
