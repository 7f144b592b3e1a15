import { dirname } from 'node:path'
import { printable } from './printable.js'

/** The rights of Node's permission model: their verb, and the option that grants them. */
const RIGHTS: Readonly<Record<string, { readonly act: string; readonly flag: string }>> = {
  FileSystemRead: { act: 'read', flag: '--allow-fs-read' },
  FileSystemWrite: { act: 'write to', flag: '--allow-fs-write' },
  ChildProcess: { act: 'run a command', flag: '--allow-child-process' },
  WorkerThreads: { act: 'start a thread', flag: '--allow-worker' },
  Net: { act: 'use the network', flag: '--allow-net' },
}

/** Returns a sentence about what Node's permission model forbids; undefined for any other error. */
export function deniedText(error: unknown): string | undefined {
  const { code, syscall, permission = '', resource = '' } = Object(error) as Partial<Record<string, string>>
  if (code !== 'ERR_ACCESS_DENIED') return undefined
  const right = RIGHTS[syscall === 'connect' ? 'Net' : permission]
  const model = 'under its permission model'
  if (right === undefined) return `node may not use ${printable(permission)} ${model}: see node --help`
  const { act, flag } = right
  if (!permission.startsWith('FileSystem')) return `node may not ${act} ${model}: start it with ${flag}`
  // Files are written to a new place next to their own, then renamed.
  const path = printable(permission === 'FileSystemWrite' ? dirname(resource) : resource)
  return `node may not ${act} ${path} ${model}: start it with ${flag}=${path}`
}
