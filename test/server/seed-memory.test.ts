import { expect, test } from 'vitest'
import { systemHeap } from '../../src/core/system-heap.js'
import { launch } from '../../src/server/launch.js'
import { readNamed } from '../../src/server/named-files.js'
import { services } from '../../src/services/index.js'
import { FakeFiles } from '../cli/fake-terminal.js'

test('a seed that is too large for the heap is not read', async () => {
  class Huge extends FakeFiles {
    override size(): number {
      return systemHeap.limit
    }
    override read(): string {
      throw new Error('it is read')
    }
  }
  const readFile = (path: string) => readNamed(path, 'seed', new Huge({ 'big.yaml': '' }))
  await expect(launch({ services, seed: 'big.yaml' }, { readFile })).rejects.toMatchObject({
    code: 'out_of_memory',
    message:
      'the seed big.yaml needs more memory than there is; start with a larger heap: NODE_OPTIONS=--max-old-space-size=8192',
  })
})

test.each(['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE'])(
  'a file that is longer than any text is reported (%s)',
  async (code) => {
    const files = new FakeFiles({ 'big.yaml': Object.assign(new Error(code), { code }) })
    await expect(readNamed('big.yaml', 'seed', files)).rejects.toThrow(
      'cannot read the seed big.yaml: it is too long for one string; split it',
    )
  },
)
