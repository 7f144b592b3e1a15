import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Refuses a version of a test tool that an entry of the package cannot work with. Peer ranges do not, since one that
 * does not fit would stop the installation for users of the command alone.
 *
 * @param entry the entry of the package that needs it
 * @param least the oldest version that fits: a major and a minor one
 * @throws Error that names what is needed and what is installed
 */
export function needPeer(
  entry: string,
  name: string,
  [leastMajor, leastMinor]: readonly [number, number],
): void {
  const installed = installedVersion(name)
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(installed ?? '') ?? []
  // A package whose version cannot be read is taken for one that fits.
  if (major === undefined) return
  const fits = Number(major) === leastMajor ? Number(minor) >= leastMinor : Number(major) > leastMajor
  if (fits) return
  const least = leastMinor === 0 ? leastMajor : `${leastMajor}.${leastMinor}`
  throw new Error(`tristore-emulator/${entry} needs ${name} ${least} or newer; ${installed} is installed`)
}

function installedVersion(name: string): string | undefined {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const { version } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
