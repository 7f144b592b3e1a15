import { expect, test } from 'vitest'
import { readNamed, systemFiles } from '../../src/server/named-files.js'

test('a device without an end is read as far as a text can be long, which is 512 MiB', async () => {
  await expect(readNamed('/dev/zero', 'seed', systemFiles)).rejects.toThrow('no text is that long')
})
