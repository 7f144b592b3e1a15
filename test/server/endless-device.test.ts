import { expect, test } from 'vitest'
import { readNamed, systemFiles } from '../../src/server/named-files.js'

test('an endless device is read up to the longest possible text, which is 512 MiB', async () => {
  await expect(readNamed('/dev/zero', 'seed', systemFiles)).rejects.toThrow('it is too long for one string')
})
