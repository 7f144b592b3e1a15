import { readFileSync } from 'node:fs'

/** The package's version. Sources and bundle both stand one folder below package.json. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
