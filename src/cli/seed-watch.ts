import { printable } from '../core/printable.js'
import { asRefusal } from '../core/refusal.js'
import type { State } from '../domain/state.js'
import type { SeedSource } from '../seed/parse.js'
import { readNamed } from '../server/named-files.js'
import { Failure, isForUser } from './failure.js'
import type { EmulatorLog } from './output/log.js'
import { countsText, summaryOf } from './output/summary.js'
import type { Terminal } from './terminal.js'

/** The polling interval. We can't rely on file events, which don't work for network drives and container mounts. */
const POLL_MS = 100

/** Keeps us from waiting for a pipe's writer, which would block further polling. */
const NO_WAITING = AbortSignal.abort(new Failure('a seed is now a pipe, which --watch cannot wait for'))

export interface SeedWatchPorts {
  readonly terminal: Pick<Terminal, 'files' | 'later'>
  readonly log: Pick<EmulatorLog, 'notice' | 'problem'>
  /**
   * @returns the resulting state
   * @throws SeedProblems or Refusal if they're invalid, without changing anything
   */
  readonly load: (sources: readonly SeedSource[]) => Promise<State>
}

/**
 * Reloads seed files after a change, as soon as two reads in a row give the same contents. It's the contents that are
 * compared, so it doesn't matter how an editor saves them.
 */
export class SeedWatch {
  readonly #ports: SeedWatchPorts
  readonly #paths: readonly string[]
  #stamps: string | undefined
  /** The reason the files couldn't be read, or undefined if they could. */
  #unread: string | undefined
  /** The contents that were last loaded or rejected. */
  #texts: readonly (string | undefined)[]
  #looking: Promise<void> = Promise.resolve()
  #polled: string | undefined
  #cancelPoll = () => {}

  /** @param texts the contents that were initially loaded, by path */
  constructor(paths: readonly string[], texts: ReadonlyMap<string, string>, ports: SeedWatchPorts) {
    this.#ports = ports
    this.#paths = paths
    this.#texts = paths.map((path) => texts.get(path))
    this.#poll()
  }

  /** Does nothing if the files haven't changed since the last call. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  close(): void {
    this.#cancelPoll()
  }

  #poll(): void {
    this.#cancelPoll = this.#ports.terminal.later(POLL_MS, () => {
      const seen = this.#seen()
      if (seen === this.#polled) this.look()
      this.#polled = seen
      this.#poll()
    })
  }

  #seen(): string {
    return JSON.stringify(this.#paths.map((path) => this.#ports.terminal.files.stamp(path) ?? null))
  }

  async #look(): Promise<void> {
    const stamps = this.#seen()
    if (stamps === this.#stamps) return
    this.#stamps = stamps
    const texts = await this.#read()
    try {
      if (texts !== undefined) await this.#reload(texts)
    } catch (error) {
      this.#report(reasonOf(error))
    }
  }

  /** If the files can't be read, reports that once and returns undefined. */
  async #read(): Promise<string[] | undefined> {
    const texts: string[] = []
    try {
      for (const path of this.#paths)
        texts.push(await readNamed(path, 'seed', this.#ports.terminal.files, NO_WAITING))
      this.#unread = undefined
      return texts
    } catch (error) {
      // Try again next time, even if nothing changes. There may just be too many open files right now.
      this.#stamps = undefined
      const reason = reasonOf(error)
      if (reason !== this.#unread) this.#report(reason)
      this.#unread = reason
      return undefined
    }
  }

  async #reload(texts: readonly string[]): Promise<void> {
    const { log, load } = this.#ports
    const empty = this.#paths.find((_, index) => texts[index] === '')
    // Some editors truncate the file first and then write it.
    if (empty !== undefined) throw new Failure(`the seed ${printable(empty)} is empty`)
    if (texts.every((text, index) => text === this.#texts[index])) return
    this.#texts = texts
    const state = await load(this.#paths.map((name, index) => ({ name, text: texts[index] ?? '' })))
    log.notice(`Reloaded ${printable(this.#paths.join(', '))}: ${countsText(summaryOf(state))}`)
  }

  #report(reason: string): void {
    this.#ports.log.problem(`${reason}\nThe last good state is kept.`)
  }
}

const reasonOf = (error: unknown): string => (isForUser(error) ? error.message : asRefusal(error).reason)
