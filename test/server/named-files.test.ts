import { expect, test } from 'vitest'
import { readNamed, seedPaths } from '../../src/server/named-files.js'
import { FakeFiles, systemError } from '../cli/fake-terminal.js'

/** A disk on which the folder "seeds" can't be listed, nor read, like any folder. */
class Unlisted extends FakeFiles {
  constructor(private readonly code: string) {
    super({ seeds: null, 'seeds/a.yaml': '{}' })
  }

  override list(folder: string): string[] {
    if (folder.startsWith('seeds')) throw systemError(this.code, 'scandir')
    return super.list(folder)
  }
}

test('a folder of seeds gives the files in it, and a file itself, even if it does not exist', () => {
  const files = new FakeFiles({ seeds: null, 'seeds/b.yaml': '{}', 'seeds/a.json': '{}', 'one.yaml': '{}' })
  expect(seedPaths(['seeds/', 'one.yaml', 'none.yaml'], files)).toEqual({
    paths: ['seeds/a.json', 'seeds/b.yaml', 'one.yaml', 'none.yaml'],
    empty: [],
  })
})

test.each([
  ['EMFILE', /^cannot list the folder seeds: too many files are open \(raise `ulimit -n`\)$/],
  ['ENFILE', /too many files are open/],
  ['ELOOP', /^cannot list the folder seeds: its links form a loop$/],
  ['EACCES', /^cannot list the folder seeds: this user is not allowed to read it/],
  ['EIO', /^cannot list the folder seeds: EIO$/],
])('a folder of seeds that cannot be listed (%s) is reported, not taken for a file', (code, message) => {
  expect(() => seedPaths(['seeds'], new Unlisted(code))).toThrow(message)
})

test('a file in a folder that nobody may read is taken for a file', () => {
  expect(seedPaths(['seeds/a.yaml'], new Unlisted('EACCES')).paths).toEqual(['seeds/a.yaml'])
})

test.each([
  ['seeds', /^cannot read the seed seeds: it is a folder; name a file in it$/],
  ['seeds/b.yaml', /^cannot read the seed seeds\/b.yaml: there is no such file$/],
])(
  'the error of an unreadable seed suggests no near names if the folder cannot be listed: %s',
  async (path, message) => {
    await expect(readNamed(path, 'seed', new Unlisted('EMFILE'))).rejects.toThrow(message)
  },
)

test('a link that leads nowhere is not what may have been meant', async () => {
  const files = new FakeFiles({ 'link.yaml': '{}', 'lint.yaml': '{}' })
  files.read = () => {
    throw systemError('ENOENT', 'open')
  }
  const reading = readNamed('link.yaml', 'seed', files)
  await expect(reading).rejects.toThrow(
    /^cannot read the seed link\.yaml: there is no such file: it is a broken link$/,
  )
})

test('the name of a file does not control the terminal, nor begin a new line', async () => {
  const reading = readNamed('a\n\u001b[31mb.yaml', 'seed', new FakeFiles())
  await expect(reading).rejects.toThrow(
    /^cannot read the seed a\\x0a\\x1b\[31mb\.yaml: there is no such file$/,
  )
})
