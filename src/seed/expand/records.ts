import { isInt64 } from '../schema/fields.js'
import type { ConfigEntrySeed, DocumentSeed, KvEntrySeed, ProjectSeed } from '../schema/schema.js'
import { BlockFields, type BlockSource } from './block.js'
import type { Kind } from './blocks.js'
import { type Draw, type Program, run } from './compiled.js'
import type { SeededConfigEntry, SeededDocument, SeededEntry, SeededProject } from './expanded.js'
import { TemplateError } from './templates.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export const kvEntryKind: Kind<KvEntrySeed, SeededEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const text = fields.value(source.value, source.json)
    const createdAt = fields.moment('createdAt', source.createdAt)
    const expiresAt = fields.moment('expiresAt', source.expiresAt)
    return (draw) => {
      const made: Mutable<SeededEntry> = { key: keyOf(key, draw), text: run(text, draw) }
      if (source.ttlSeconds !== undefined) made.ttlSeconds = source.ttlSeconds
      if (createdAt !== undefined) made.createdAt = createdAt(draw)
      if (expiresAt !== undefined) made.expiresAt = expiresAt(draw)
      return made
    }
  },
  identity: ({ key }) => key,
}

export const configEntryKind: Kind<ConfigEntrySeed, SeededConfigEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const text = fields.value(source.value, source.json)
    const updatedAt = fields.moment('updatedAt', source.updatedAt)
    return (draw) => {
      const made: Mutable<SeededConfigEntry> = { key: keyOf(key, draw), text: run(text, draw) }
      if (made.text === 'null')
        throw new TemplateError('the config store holds no null, and this template gives one')
      if (updatedAt !== undefined) made.updatedAt = updatedAt(draw)
      return made
    }
  },
  identity: ({ key }) => key,
}

export const projectKind: Kind<ProjectSeed, SeededProject> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const name = fields.text('name', source.name)
    const description = fields.optionalText('description', source.description)
    return (draw) => {
      const made: Mutable<SeededProject> = { name: '' }
      if (id !== undefined) made.id = idOf(id, draw)
      made.name = run(name, draw)
      if (description !== undefined) made.description = run(description, draw)
      return made
    }
  },
  identity: ({ id }) => id,
}

export const documentKind: Kind<DocumentSeed, SeededDocument> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const title = fields.text('title', source.title)
    const content = fields.optionalText('content', source.content)
    const project = fields.optionalText('project', source.project)
    return (draw) => {
      const made: Mutable<SeededDocument> = { title: '' }
      if (id !== undefined) made.id = idOf(id, draw)
      made.title = run(title, draw)
      if (content !== undefined) made.content = run(content, draw)
      if (project !== undefined) made.project = idOf(project, draw)
      return made
    }
  },
  identity: ({ id }) => id,
}

function keyOf(program: Program, draw: Draw): string {
  const key = run(program, draw)
  if (key === '') throw new TemplateError('this template gives an empty key')
  return key
}

function idOf(program: Program, draw: Draw): string {
  const id = run(program, draw)
  if (isInt64(id)) return id
  throw new TemplateError(
    `${JSON.stringify(id)} is no int64 id`,
    'let the template give digits, as {{index}} does',
  )
}

/**
 * One entry or record that stands alone, such as that of an admin call: what looks like a template in it is text.
 *
 * @param source checked by a schema that takes no templates
 */
export function expandSingle<Source extends BlockSource, Made>(
  kind: Kind<Source, Made>,
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
