import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Both `src` and `dist` are one level below `package.json`.

export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version

/** The archive that users install. In a checkout, `npm run pack` creates it, since the package isn't published yet. */
export const ARCHIVE = `./tristore-emulator-${version}.tgz`

export const dashboardFolder: string = fileURLToPath(new URL('../dist/dashboard', import.meta.url))
