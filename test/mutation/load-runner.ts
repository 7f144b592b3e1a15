import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import { FOLDER_VARIABLE, TRIED, type TriedLast } from './notes.js'

/** Turns a mutant on before any module is loaded, and leaves it on. */

const { mutant }: TriedLast = JSON.parse(
  readFileSync(join(process.env[FOLDER_VARIABLE] ?? '', TRIED), 'utf8'),
)

/** A module's code runs once at load time. More hits than this mean that a mutant has made a loop endless. */
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
