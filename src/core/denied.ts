import { dirname } from 'node:path'
import { printable } from './printable.js'

/** Node's permissions, each with a verb to describe it and the flag that grants it. */
const RIGHTS: Readonly<Record<string, { readonly act: string; readonly flag: string }>> = {
  FileSystemRead: { act: 'read', flag: '--allow-fs-read' },
  FileSystemWrite: { act: 'write to', flag: '--allow-fs-write' },
  ChildProcess: { act: 'run a command', flag: '--allow-child-process' },
  WorkerThreads: { act: 'start a thread', flag: '--allow-worker' },
  Net: { act: 'use the network', flag: '--allow-net' },
}

/** Explains an error from Node's permission model. Returns undefined for any other error. */
export function deniedText(error: unknown): string | undefined {
  const { code, syscall, permission = '', resource = '' } = Object(error) as Partial<Record<string, string>>
  if (code !== 'ERR_ACCESS_DENIED') return undefined
  const right = RIGHTS[syscall === 'connect' ? 'Net' : permission]
  const model = 'under its permission model'
  if (right === undefined) return `node may not use ${printable(permission)} ${model}: see node --help`
  const { act, flag } = right
  if (!permission.startsWith('FileSystem')) return `node may not ${act} ${model}: start it with ${flag}`
  // We write files next to their target and then rename them.
  const path = printable(permission === 'FileSystemWrite' ? dirname(resource) : resource)
  return `node may not ${act} ${path} ${model}: start it with ${flag}=${path}`
}
