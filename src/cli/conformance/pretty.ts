import type { Judgement, Tally } from '../../conformance/conform.js'
import type { Style } from '../output/style.js'
import type { Output } from '../terminal.js'
import type { ServiceUnderTest } from './connect.js'

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
      case 'skipped':
        this.out.write(this.style.dim(`  skipped ${id}: ${verdict.why}`).concat('\n'))
        return
      case 'fails':
        this.out.write(`  ${this.style.red('fails  ')} ${id}: ${text} (${section})\n`)
        this.out.write(`          expected ${indented(verdict.expected)}\n`)
        this.out.write(`          got      ${indented(verdict.got)}\n`)
    }
  }

  end({ holds, fails, skipped }: Tally): void {
    const failed = fails === 0 ? 'none fails' : this.style.red(fails === 1 ? '1 fails' : `${fails} fail`)
    const held = holds === 1 ? '1 holds' : `${holds} hold`
    this.out.write(`\n${held}, ${failed}, ${skipped} skipped\n`)
  }
}

const indented = (text: string): string => text.replaceAll('\n', '\n                   ')
