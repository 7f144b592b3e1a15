import type { EmulatorClient } from 'tristore-emulator'
import { type Archive, NotOfEmulator } from '../conduct/archive.js'
import { type Conduct, conduct, type DutyReport } from '../conduct/conduct.js'
import { plural } from '../text.js'

export interface ConductPrinted {
  readonly text: string
  readonly isBroken: boolean
}

/**
 * Judges the requests in an emulator's journal or in an archive.
 *
 * @throws NotOfEmulator if the text isn't an archive created by an emulator
 */
export async function conductCommand(
  from: EmulatorClient | string,
  form: 'pretty' | 'json',
): Promise<ConductPrinted> {
  const report = await conduct(typeof from === 'string' ? archiveIn(from) : from)
  return {
    text: form === 'json' ? `${JSON.stringify(report, null, 2)}\n` : `${linesOf(report).join('\n')}\n`,
    isBroken: report.duties.some(({ verdict }) => verdict === 'broken'),
  }
}

function archiveIn(text: string): Archive {
  try {
    const archive: unknown = JSON.parse(text)
    if (isArchive(archive)) return archive
  } catch {
    // Not JSON.
  }
  throw new NotOfEmulator()
}

const isArchive = (value: unknown): value is Archive =>
  typeof value === 'object' && value !== null && 'log' in value

function linesOf({ duties, shortTtls, gaps, quotas, judged, dropped }: Conduct): string[] {
  const lost = dropped === 0 ? '' : `; ${dropped} earlier ones are lost`
  const { count, leastSeconds, requests } = shortTtls
  return [
    `${plural(judged, 'request')} judged${lost}`,
    ...duties.flatMap(dutyLines),
    ...(count === 0
      ? []
      : [
          `${plural(count, 'put')} had a TTL below 60 s, the shortest ${leastSeconds} s: ${requests.join(', ')}`,
        ]),
    ...quotas.map(
      ({ namespaceId, monthKey, quantity, used, limit }) =>
        `used ${used} of ${limit} ${quantity} of ${namespaceId} in ${monthKey}`,
    ),
    ...(gaps.length === 0 ? [] : [`gaps in the contract: ${gaps.map(({ option }) => option).join(', ')}`]),
  ]
}

function dutyLines({ id, duty, verdict, breaches, occasions, wrong, doubts }: DutyReport): string[] {
  const times = verdict === 'broken' ? `, ${breaches} of ${occasions} times` : ''
  return [
    `${id}: ${verdict}${times}`,
    ...(verdict === 'broken' || verdict === 'undecided' ? [`  ${duty}`] : []),
    ...[...wrong, ...doubts].map((sentence) => `  ${sentence}`),
  ]
}
