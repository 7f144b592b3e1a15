import { isInt64 } from '../../contract/values.js'
import { lengthProblem } from '../../domain/bounds.js'
import type { ConfigEntrySeed, DocumentSeed, KvEntrySeed, ProjectSeed } from '../schema/schema.js'
import { BlockFields, type BlockSource } from './block.js'
import { type CompiledText, type Draw, fill } from './compiled.js'
import type { RecordKind } from './compiled-list.js'
import type { SeededConfigEntry, SeededDocument, SeededEntry, SeededProject } from './expanded.js'
import { TemplateError } from './templates.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export const kvEntryKind: RecordKind<KvEntrySeed, SeededEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const text = fields.value(source.value, source.json)
    const createdAt = fields.moment('createdAt', source.createdAt)
    const expiresAt = fields.moment('expiresAt', source.expiresAt)
    return (draw) => {
      const made: Mutable<SeededEntry> = { key: keyOf(key, draw), text: fill(text, draw) }
      if (source.ttlSeconds !== undefined) made.ttlSeconds = source.ttlSeconds
      if (createdAt !== undefined) made.createdAt = createdAt(draw)
      if (expiresAt !== undefined) made.expiresAt = expiresAt(draw)
      return made
    }
  },
  identity: ({ key }) => key,
}

export const configEntryKind: RecordKind<ConfigEntrySeed, SeededConfigEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const text = fields.value(source.value, source.json)
    const updatedAt = fields.moment('updatedAt', source.updatedAt)
    return (draw) => {
      const made: Mutable<SeededConfigEntry> = { key: keyOf(key, draw), text: fill(text, draw) }
      if (made.text === 'null')
        throw new TemplateError('the config store holds no null, and this template gives one')
      if (updatedAt !== undefined) made.updatedAt = updatedAt(draw)
      return made
    }
  },
  identity: ({ key }) => key,
}

export const projectKind: RecordKind<ProjectSeed, SeededProject> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const name = fields.text('name', source.name)
    const description = fields.optionalText('description', source.description)
    return (draw) => {
      const made: Mutable<SeededProject> = { name: '' }
      if (id !== undefined) made.id = idOf(id, draw)
      made.name = fill(name, draw)
      if (description !== undefined) made.description = fill(description, draw)
      return made
    }
  },
  identity: ({ id }) => id,
}

export const documentKind: RecordKind<DocumentSeed, SeededDocument> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const title = fields.text('title', source.title)
    const content = fields.optionalText('content', source.content)
    const project = fields.optionalText('project', source.project)
    return (draw) => {
      const made: Mutable<SeededDocument> = { title: '' }
      if (id !== undefined) made.id = idOf(id, draw)
      made.title = fill(title, draw)
      if (content !== undefined) made.content = fill(content, draw)
      if (project !== undefined) made.project = idOf(project, draw)
      return made
    }
  },
  identity: ({ id }) => id,
}

function keyOf(compiled: CompiledText, draw: Draw): string {
  const key = fill(compiled, draw)
  if (key === '') throw new TemplateError('this template gives an empty key')
  const problem = lengthProblem(key)
  if (problem !== undefined) throw new TemplateError(problem, 'let the template give a shorter key')
  return key
}

function idOf(compiled: CompiledText, draw: Draw): string {
  const id = fill(compiled, draw)
  if (isInt64(id)) return id
  throw new TemplateError(
    `${JSON.stringify(id)} is no int64 id`,
    'let the template give digits, as {{index}} does',
  )
}

/**
 * Expands one entry or record by itself, such as that of an admin call: text that looks like a template stays text.
 *
 * @param source checked by a schema that takes no templates
 */
export function expandRecord<Source extends BlockSource, Made>(
  kind: RecordKind<Source, Made>,
  source: Source,
): Made {
  const literal = { ...source, literal: true }
  const fields = new BlockFields(literal, [], {
    placeholder: () => {},
    broken: (error) => {
      throw error
    },
  })
  // Nothing is drawn where nothing is a template.
  return kind.compile(literal, fields)(() => undefined)
}
