import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Children } from '../children.js'
import { CONNECTIONS, type Load, type LoadGenerator, type LoadResult } from './load.js'

/** @param scratch a folder for its scripts */
export function wrk(children: Children, scratch: string): LoadGenerator {
  return {
    name: 'wrk',
    async run(load, seconds) {
      const script = join(scratch, 'load.lua')
      writeFileSync(script, wrkScript(load))
      const args = [
        '-t1',
        `-c${load.connections ?? CONNECTIONS}`,
        `-d${seconds}s`,
        '--timeout',
        '10s',
        '--latency',
        '-s',
        script,
        load.baseUrl,
      ]
      return parseWrk(await children.output('wrk', args, { core: 'load' }))
    },
  }
}

/** The Lua that makes wrk send a load. One path alone is a request that wrk makes once. */
export function wrkScript({ method, headers, body, paths }: Load): string {
  const lines = [
    `wrk.method = ${lua(method)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`),
    ...(body === undefined ? [] : [`wrk.body = ${lua(body)}`]),
  ]
  if (paths.length === 1) return [...lines, `wrk.path = ${lua(paths[0] ?? '/')}`, ''].join('\n')
  return [
    ...lines,
    `local paths = { ${paths.map(lua).join(', ')} }`,
    'local requests = {}',
    'local at = 0',
    'function init()',
    '  for index, path in ipairs(paths) do requests[index] = wrk.format(nil, path) end',
    'end',
    'function request()',
    '  at = at % #requests + 1',
    '  return requests[at]',
    'end',
    '',
  ].join('\n')
}

/** Text as Lua writes it. The texts here hold no line breaks, which Lua escapes otherwise. */
const lua = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/**
 * Reads what wrk prints with --latency.
 *
 * @throws Error if it is something else
 */
export function parseWrk(printed: string): LoadResult {
  const perSecond = /^Requests\/sec:\s+([\d.]+)$/m.exec(printed)?.[1]
  const p50 = percentile(printed, 50)
  const p99 = percentile(printed, 99)
  if (perSecond === undefined || p50 === undefined || p99 === undefined)
    throw new Error(`wrk printed no result:\n${printed}`)
  return {
    perSecond: Number(perSecond),
    p50,
    p99,
    failures: notSucceeded(printed) + socketErrors(printed),
  }
}

/** ms; undefined if it is not printed. */
function percentile(printed: string, percent: number): number | undefined {
  const [, number, unit = ''] =
    new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)\\b`, 'm').exec(printed) ?? []
  return number === undefined ? undefined : Number(number) * (MS[unit] ?? Number.NaN)
}

const notSucceeded = (printed: string): number =>
  Number(/^\s*Non-2xx or 3xx responses: (\d+)$/m.exec(printed)?.[1] ?? 0)

function socketErrors(printed: string): number {
  const errors = /^\s*Socket errors: (.*)$/m.exec(printed)?.[1] ?? ''
  return [...errors.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)
}
