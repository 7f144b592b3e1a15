import { CONTRACT_SHA256 } from '../../src/contract/values.js'
import { type Judgement, tally } from '../conform.js'
import type { ConnectedService } from './connect.js'
import { printableJson } from './printable.js'
import type { Walked } from './walk-text.js'

export function jsonReport(
  { address, isEmulator }: ConnectedService,
  judgements: readonly Judgement[],
  walked: Walked | undefined,
): string {
  const report = {
    contractSha256: CONTRACT_SHA256,
    address,
    isEmulator,
    summary: tally(judgements),
    ...(walked === undefined ? {} : { walk: { seed: walked.seed, ...walked.result } }),
    statements: judgements.map(({ area, statement, verdict }) => {
      const { id, section, service: side, text } = statement
      return { id, area, section, service: side, text, ...verdict }
    }),
  }
  return `${printableJson(JSON.stringify(report, null, 2))}\n`
}
