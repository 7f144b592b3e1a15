import { isRecord } from '../core/objects.js'
import { Refusal } from '../core/refusal.js'
import { isTooManyFiles, TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import type { Key } from './provider.js'

export interface KeyFilePorts {
  /** Throws the system's error if the file can't be read. */
  readonly read: (path: string) => string
  /** In real ms. */
  readonly monotonic: () => number
}

/** Providers rotate their keys, so a file is checked again after this many real ms. */
const LOOK_AGAIN_MS = 1000

/** No emulator should use anywhere near this many. */
const FILES_MAX = 20

interface ReadKeys {
  readonly text: string
  readonly keys: readonly Key[]
  lookedAtMs: number
}

/** All worlds' key files by path. Resets and snapshots restore which file is used, but not what was in it. */
export class KeyFiles {
  /** Ordered by when each file was first read. */
  readonly #held = new Map<string, ReadKeys>()

  constructor(private readonly ports: KeyFilePorts) {}

  /** @throws Refusal `invalid_profile`, saying how to fix it, if it isn't a readable key set */
  read(path: string): readonly Key[] {
    const lookedAtMs = this.ports.monotonic()
    const text = this.#textOf(path)
    const held = this.#held.get(path)
    if (held?.text === text) {
      held.lookedAtMs = lookedAtMs
      return held.keys
    }
    const keys = keysIn(text, path)
    this.#held.delete(path)
    const [oldest] = this.#held.keys()
    if (oldest !== undefined && this.#held.size >= FILES_MAX) this.#held.delete(oldest)
    this.#held.set(path, { text, keys, lookedAtMs })
    return keys
  }

  /**
   * Returns keys that are at most a second old. The list stays the same object until the file changes. If the file is
   * missing or only half written, the last keys stay valid.
   */
  keys(path: string): readonly Key[] {
    const held = this.#held.get(path)
    if (held !== undefined && this.ports.monotonic() - held.lookedAtMs < LOOK_AGAIN_MS) return held.keys
    try {
      return this.read(path)
    } catch {
      if (held === undefined) return NONE
      held.lookedAtMs = this.ports.monotonic()
      return held.keys
    }
  }

  #textOf(path: string): string {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) {
      throw new Refusal(
        'invalid_profile',
        `auth.jwksFile: ${path} is a URL, but the emulator makes no network requests`,
        {
          hint: `save the key set as a file, and name that: curl -o jwks.json ${path}`,
        },
      )
    }
    try {
      return this.ports.read(path)
    } catch (error) {
      throw unreadable(path, error)
    }
  }
}

const NONE: readonly Key[] = []

function unreadable(path: string, error: unknown): Refusal {
  const { code, message } = Object(error) as Partial<NodeJS.ErrnoException>
  const why = isTooManyFiles(error) ? TOO_MANY_FILES_OPEN : (code ?? message ?? error)
  const reason = code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read: ${why}`
  const hint = 'use a path relative to the folder that the emulator was started in'
  return new Refusal('invalid_profile', `auth.jwksFile: ${reason}`, code === 'ENOENT' ? { hint } : {})
}

const SAVE_IT = "save what your provider's jwks_uri returns"

/** Skips invalid members, so that the rest can still be used. */
function keysIn(text: string, path: string): readonly Key[] {
  let found: unknown
  try {
    // Editors and shells on Windows put a byte order mark at the start of files.
    found = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Refusal('invalid_profile', `auth.jwksFile: ${path} is not JSON`, { hint: SAVE_IT })
  }
  if (isRecord(found) && Array.isArray(found.keys)) return found.keys.filter(isRecord)
  throw new Refusal('invalid_profile', `auth.jwksFile: ${path} is not a JSON Web Key Set ({"keys": [...]})`, {
    hint: SAVE_IT,
  })
}
