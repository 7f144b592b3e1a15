import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtPackage } from './built-package.js'

const built = builtPackage()

const COMPRESSED_BYTES_MAX = 90 * 1024

test('the dashboard takes less than 90 KiB, compressed, including the parts that load later', () => {
  const folder = join(built.folder, 'dist/dashboard')
  const files = readdirSync(folder).filter((name) => !name.endsWith('.gz'))
  const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name))).length)
  const endings = new Set(files.map((name) => name.replace(/^.*\./, '')))
  expect([...endings].sort()).toEqual(['css', 'html', 'js', 'svg'])
  expect(sizes.reduce((a, b) => a + b)).toBeLessThan(COMPRESSED_BYTES_MAX)
})

test('the command serves the dashboard at the printed address, with all files of the page', async () => {
  using emulator = built.start('--port', '0', '--log', 'off')
  const [, address = ''] = await emulator.until(/dashboard +(\S+)/)
  const page = await (await fetch(address)).text()
  const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)
  expect(names).toHaveLength(3)
  for (const name of names) expect((await fetch(new URL(name, address))).status, name).toBe(200)
  // The content security policy would refuse any of these.
  expect(page).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/)
})
