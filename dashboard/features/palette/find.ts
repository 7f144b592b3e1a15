import type { SearchResult } from '../../../src/admin/calls/find.js'
import type { WorldsAnswer } from '../../../src/admin/calls/worlds.js'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { dashboardPath, world } from '../../address.js'
import { get, run } from '../../api.js'
import { dateTime } from '../../lib/format.js'
import { past } from '../../past.js'
import { linkTo } from '../../router.js'
import { type Choice, commands, commandsIn, restoreCommands } from './commands.js'
import { viewShortcuts } from './shortcuts.js'

export interface Group {
  readonly title: string
  readonly choices: readonly Choice[]
}

const FOUND_MAX = 12
const REQUESTS_MAX = 6

export function choicesHere(text: string): readonly Group[] {
  const views = viewShortcuts.map(({ title, keys, run: open }) => ({
    title,
    hint: keys.join(' then '),
    act: () => void open(),
  }))
  return [
    { title: 'Commands', choices: [...commandsIn(text), ...matching(commands, text)] },
    { title: 'Views', choices: matching(views, text) },
  ]
}

export async function choicesThere(text: string, signal: AbortSignal): Promise<readonly Group[]> {
  const sought = text.trim()
  const [snapshots, { worlds }, { found }, { requests }] = await Promise.all([
    restoreCommands(signal),
    run.get<WorldsAnswer>('/worlds', {}, signal),
    sought === ''
      ? { found: [] }
      : get<{ found: readonly SearchResult[] }>('/find', { text: sought, limit: FOUND_MAX }, signal),
    run.get<{ requests: readonly RequestSummary[] }>(
      '/requests',
      { text: sought, limit: REQUESTS_MAX },
      signal,
    ),
  ])
  const others = [undefined, ...worlds.map(({ id }) => id)].filter(
    (id) => id !== world && id !== past.value?.world,
  )
  const worldChoices = others.map((id) => ({
    title: id ?? 'default world',
    hint: 'world',
    href: dashboardPath(id),
  }))
  return [
    { title: 'Snapshots', choices: matching(snapshots, sought) },
    { title: 'Data', choices: found.map(foundChoice) },
    { title: 'Requests', choices: requests.map(requestChoice) },
    { title: 'Worlds', choices: matching(worldChoices, sought).slice(0, FOUND_MAX) },
  ]
}

export const narrowed = ({ title, choices }: Group, text: string): Group => ({
  title,
  choices: matching(choices, text),
})

/** Every word has to occur. Titles that start with the text come first. */
function matching<C extends Choice>(choices: readonly C[], text: string): readonly C[] {
  const sought = text.trim().toLowerCase()
  const words = sought.split(/\s+/)
  const found = choices.filter(({ title, hint = '' }) => {
    const name = `${title} ${hint}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const rank = ({ title }: Choice): number => (title.toLowerCase().startsWith(sought) ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b))
}

function foundChoice(found: SearchResult): Choice {
  const { kind, id, of, title, excerpt } = found
  return {
    title: title === undefined ? id : `${id} ${title}`,
    hint: excerpt ?? (of === undefined ? kind : `key of ${of}`),
    href: linkOf(found),
  }
}

function linkOf({ kind, id, of = '' }: SearchResult): string {
  switch (kind) {
    case 'namespace':
      return linkTo('data', { ns: id })
    case 'entry':
      return linkTo('data', { ns: of, key: id })
    case 'store':
      return linkTo('data', { store: id })
    case 'config':
      return linkTo('data', { store: of, key: id })
    case 'project':
      return linkTo('data', { in: 'projects', id })
    case 'document':
      return linkTo('data', { in: 'documents', id })
    default:
      return linkTo('data')
  }
}

const requestChoice = ({ id, method, path, status, at }: RequestSummary): Choice => ({
  title: `${id} ${method} ${path}`,
  hint: `${status ?? 'no response'} · ${dateTime(at)}`,
  href: linkTo('activity', { id }),
})
