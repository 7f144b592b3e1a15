import { styleText } from 'node:util'
import type { Judgement, Tally } from '../conform.js'
import type { ConnectedService } from './connect.js'
import type { Host } from './host.js'
import { printable, printableLines } from './printable.js'
import { type Walked, walkInWords } from './walk-text.js'

/** Prints judgements as they're made, grouped by area. */
export class PrettyReport {
  #area = ''
  readonly #isColoured: boolean

  constructor(private readonly host: Pick<Host, 'out' | 'env'>) {
    this.#isColoured = host.out.isTTY && (host.env.NO_COLOR ?? '') === ''
  }

  begin({ address, isEmulator }: ConnectedService): void {
    const where = isEmulator ? ', an emulator: in its own world' : ''
    this.host.out.write(`Trying the contract's statements on ${address}${where}\n`)
  }

  add({ area, statement, verdict }: Judgement): void {
    if (area !== this.#area) this.host.out.write(`\n${this.#style('bold', area)}\n`)
    this.#area = area
    const { id, text, section } = statement
    switch (verdict.outcome) {
      case 'holds':
        this.host.out.write(`  ${this.#style('green', 'holds  ')} ${id}: ${text}\n`)
        return
      case 'indeterminate':
        this.host.out.write(`  ${this.#style('yellow', 'unknown')} ${id}: ${printable(verdict.why)}\n`)
        return
      case 'skipped':
        this.host.out.write(this.#style('dim', `  skipped ${id}: ${printable(verdict.why)}`).concat('\n'))
        return
      case 'fails':
        this.host.out.write(`  ${this.#style('red', 'fails  ')} ${id}: ${text} (${section})\n`)
        this.host.out.write(`          expected ${indented(printableLines(verdict.expected))}\n`)
        this.host.out.write(`          got      ${indented(printableLines(verdict.got))}\n`)
    }
  }

  /** Prints the result of a walk, including the shortest steps that show a difference from the model. */
  addWalk(walked: Walked): void {
    const { result } = walked
    this.host.out.write(`\n${this.#style('bold', 'walk')}\n`)
    const isWrong = result.outcome === 'differs'
    const mark = isWrong ? this.#style('red', 'fails  ') : this.#style('green', 'agrees ')
    const shown = isWrong || result.outcome === 'agrees' ? mark : this.#style('dim', 'unknown')
    this.host.out.write(`  ${shown} ${printable(walkInWords(walked))}\n`)
    if (!isWrong) return
    for (const [index, step] of result.steps.entries()) {
      this.host.out.write(`          ${index + 1}. ${printableLines(step)}\n`)
    }
    this.host.out.write(`          expected ${indented(printableLines(result.expected))}\n`)
    this.host.out.write(`          got      ${indented(printableLines(result.got))}\n`)
  }

  /** Prints the three figures on separate lines, because their sum would be meaningless. */
  end({ covered, statements, divergence, indeterminate }: Tally): void {
    const diverging = divergence === 0 ? '0' : this.#style('red', String(divergence))
    this.host.out.write(`\nstatements covered  ${covered} of ${statements}\n`)
    this.host.out.write(`divergence          ${diverging}\nindeterminate       ${indeterminate}\n`)
  }

  #style(format: 'bold' | 'dim' | 'green' | 'red' | 'yellow', text: string): string {
    return this.#isColoured ? styleText(format, text) : text
  }
}

const indented = (text: string): string => text.replaceAll('\n', '\n                   ')
