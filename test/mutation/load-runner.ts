import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import { FOLDER_VARIABLE, TRIED, type TriedLast } from './notes.js'

/** Turns one mutant on before any module is loaded, and keeps it on. */

const { mutant }: TriedLast = JSON.parse(
  readFileSync(join(process.env[FOLDER_VARIABLE] ?? '', TRIED), 'utf8'),
)

/** The code of a module runs once at load time. More hits than this mean that a mutant made a loop endless. */
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
