import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import { FOLDER_VARIABLE, TRIED, type TriedLast } from './notes.js'

/** Turns one mutant on before any module is loaded, and leaves it on. */

const { mutant }: TriedLast = JSON.parse(
  readFileSync(join(process.env[FOLDER_VARIABLE] ?? '', TRIED), 'utf8'),
)

/** What is done when a module is loaded is done once; a loop that a mutant makes endless comes by it again and again. */
const HITS_MAX = 1_000_000

Object.assign(globalThis, {
  __stryker__: {
    activeMutant: mutant === '' ? undefined : mutant,
    hitCount: 0,
    hitLimit: HITS_MAX,
    mutantCoverage: { static: {}, perTest: {} },
  },
})

export default class LoadRunner extends VitestTestRunner {}
