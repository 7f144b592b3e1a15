import { describe, expect, test } from 'vitest'
import { contentOf, textOf } from '../../dashboard/features/files/read.js'

/** How the kind of a dropped file is recognized. */

describe('a dropped file', () => {
  test.each([
    ['a.yaml', 'namespaces: []', 'seed'],
    ['state.json', '{"version": 1}', 'seed'],
    ['broken.yaml', '{namespaces: [', 'seed'],
    ['x.json', '{"format":"tristore-bundle/3"}', 'bundle'],
    ['cut.json', '{"format": "tristore-bundle/9", "comm', 'bundle'],
    ['y.tristore.json', 'anything', 'bundle'],
  ])('called %s is recognized by its text', (name, text, kind) => {
    expect(contentOf(name, text).kind).toBe(kind)
  })

  test.each([
    ['a.png', '\u0089PNG\0', "This isn't a text file."],
    ['a.yaml', ' \n', 'This file is empty.'],
    ['a.har', '{"log": {"entr', 'This is a HAR'],
    ['z', '{"log": {"entries": []}}', 'This is a HAR'],
  ])('called %s with %j is refused: %s', (name, text, reason) => {
    expect(contentOf(name, text)).toMatchObject({ kind: 'none', reason: expect.stringContaining(reason) })
  })

  test('is read as UTF-8, and refused in another encoding', async () => {
    expect(await textOf(new Blob(['\uFEFFa: é']))).toBe('a: é')
    await expect(textOf(new Blob([Buffer.from('a: é', 'latin1')]))).rejects.toThrow('Save it as UTF-8')
    expect(contentOf('a.png', await textOf(new Blob([Buffer.from('89504e4700', 'hex')])))).toMatchObject({
      reason: "This isn't a text file.",
    })
  })
})
