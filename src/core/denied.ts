import { dirname } from 'node:path'
import { printable } from './printable.js'

const RIGHTS: Readonly<Record<string, { readonly act: string; readonly flag: string }>> = {
  FileSystemRead: { act: 'read', flag: '--allow-fs-read' },
  FileSystemWrite: { act: 'write to', flag: '--allow-fs-write' },
  ChildProcess: { act: 'run a command', flag: '--allow-child-process' },
  WorkerThreads: { act: 'start a thread', flag: '--allow-worker' },
  Net: { act: 'use the network', flag: '--allow-net' },
}

/** Explains an error of Node's permission model, and returns undefined for any other. */
export function deniedText(error: unknown): string | undefined {
  const { code, syscall, permission = '', resource = '' } = Object(error) as Partial<Record<string, string>>
  if (code !== 'ERR_ACCESS_DENIED') return undefined
  const right = RIGHTS[syscall === 'connect' ? 'Net' : permission]
  const model = 'under its permission model'
  if (right === undefined) return `node may not use ${printable(permission)} ${model}: see node --help`
  const { act, flag } = right
  if (!permission.startsWith('FileSystem')) return `node may not ${act} ${model}: start it with ${flag}`
  // Files are written next to their target and then renamed.
  const path = printable(permission === 'FileSystemWrite' ? dirname(resource) : resource)
  return `node may not ${act} ${path} ${model}: start it with ${flag}=${path}`
}
