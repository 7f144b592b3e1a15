import type { SoakRecord } from '../../soak/recorded.js'
import { table } from './table.js'

const MIB = 1024 * 1024

/** What the emulator holds under a load of everything at once. */
export function soaked({ commit, date, node, minutes, loads }: SoakRecord): string {
  const rows = loads.map(({ name, seconds, answers, grownBytes, rssBytesMax, socketsMax }) => [
    name,
    Math.round(seconds),
    answers,
    (grownBytes / MIB).toFixed(1),
    (rssBytesMax / MIB).toFixed(0),
    socketsMax,
  ])
  return `## Soak

\`npm run soak\` loads the built command with everything at once. Growth is of the heap after the warm-up, once the garbage is
gone. Recorded on ${date} at ${commit} with Node ${node}, ${minutes} minutes.

${table(['load', 'seconds', 'answers', 'growth, MiB', 'most memory, MiB', 'most sockets'], rows)}

Nothing that was written was missing, no answer was wrong, and no handle was left.`
}
