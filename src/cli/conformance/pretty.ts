import type { Judgement, Tally } from '../../../conformance/conform.js'
import { printable, printableLines } from '../../core/printable.js'
import type { Style } from '../output/style.js'
import type { Output } from '../terminal.js'
import type { ServiceUnderTest } from './connect.js'
import { type Walked, walkInWords } from './walk-text.js'

/** Reports for people how the statements fared, by area, each as soon as it is known. */
export class PrettyReport {
  #area = ''

  constructor(
    private readonly out: Output,
    private readonly style: Style,
  ) {}

  begin({ address, isEmulator }: ServiceUnderTest): void {
    const where = isEmulator ? ', an emulator: in a world of its own' : ''
    this.out.write(`The contract's statements, tried on ${address}${where}\n`)
  }

  add({ area, statement, verdict }: Judgement): void {
    if (area !== this.#area) this.out.write(`\n${this.style.bold(area)}\n`)
    this.#area = area
    const { id, text, section } = statement
    switch (verdict.outcome) {
      case 'holds':
        this.out.write(`  ${this.style.green('holds  ')} ${id}: ${text}\n`)
        return
      case 'indeterminate':
        this.out.write(`  ${this.style.yellow('unknown')} ${id}: ${printable(verdict.why)}\n`)
        return
      case 'skipped':
        this.out.write(this.style.dim(`  skipped ${id}: ${printable(verdict.why)}`).concat('\n'))
        return
      case 'fails':
        this.out.write(`  ${this.style.red('fails  ')} ${id}: ${text} (${section})\n`)
        this.out.write(`          expected ${indented(printableLines(verdict.expected))}\n`)
        this.out.write(`          got      ${indented(printableLines(verdict.got))}\n`)
    }
  }

  /** The outcome of a walk: if it differs, the shortest sequence of steps that shows it. */
  addWalk(walked: Walked): void {
    const { result } = walked
    this.out.write(`\n${this.style.bold('walk')}\n`)
    const isWrong = result.outcome === 'differs'
    const mark = isWrong ? this.style.red('fails  ') : this.style.green('agrees ')
    const shown = isWrong || result.outcome === 'agrees' ? mark : this.style.dim('unknown')
    this.out.write(`  ${shown} ${printable(walkInWords(walked))}\n`)
    if (!isWrong) return
    for (const [index, step] of result.steps.entries()) {
      this.out.write(`          ${index + 1}. ${printableLines(step)}\n`)
    }
    this.out.write(`          expected ${indented(printableLines(result.expected))}\n`)
    this.out.write(`          got      ${indented(printableLines(result.got))}\n`)
  }

  /** The three figures, each on a line of its own: they are not to be added up. */
  end({ covered, statements, divergence, indeterminate }: Tally): void {
    const diverging = divergence === 0 ? '0' : this.style.red(String(divergence))
    this.out.write(`\nstatements covered  ${covered} of ${statements}\n`)
    this.out.write(`divergence          ${diverging}\nindeterminate       ${indeterminate}\n`)
  }
}

const indented = (text: string): string => text.replaceAll('\n', '\n                   ')
