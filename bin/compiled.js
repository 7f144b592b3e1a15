const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { createRequire, enableCompileCache, wrap } = require('node:module')
const { basename, dirname, join } = require('node:path')
const { Script, constants } = require('node:vm')
const { crc32 } = require('node:zlib')

/** A start is over by then, and V8 still has all the code that it took: of what is not called again it lets go. */
const STARTED_MS = 2000

/**
 * Loads a CommonJS file, and what it requires of the files beside it, with the code that V8 made of them in an earlier run.
 *
 * Node's own cache holds what is compiled while a file loads. Most functions are compiled when they are first called,
 * about 1,000 in a start, which takes an eighth to a quarter of it: here they are kept too. The code lies beside its
 * source, as Python's does, and goes with it. Where that folder cannot be written, Node's own cache has to do.
 *
 * @param {string} main an absolute path
 */
function loadCompiled(main) {
  const folder = join(dirname(main), 'compiled', `${process.version}-${process.arch}`)
  if (!process.env.NODE_DISABLE_COMPILE_CACHE && isThere(folder)) new CompiledFiles(main, folder).load(main)
  else {
    // From Node 22 on.
    enableCompileCache?.()
    require(main)
  }
}

function isThere(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

class CompiledFiles {
  /** By path. */
  #modules = new Map()
  /** What was loaded of late, by the files for its code. */
  #scripts = new Map()
  /** Whether there was no code of one of these. */
  #isNew = false
  #timer
  #folder
  #nodeRequire

  constructor(main, folder) {
    this.#folder = folder
    this.#nodeRequire = createRequire(main)
    process.once('exit', () => this.#keep())
  }

  /** @returns what a file exports; one that failed is loaded anew when it is next asked for */
  load(file) {
    const known = this.#modules.get(file)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    this.#modules.set(file, module)
    const folder = dirname(file)
    const require = (id) =>
      id.startsWith('./') && id.endsWith('.cjs') ? this.load(join(folder, id)) : this.#nodeRequire(id)
    try {
      const run = this.#script(file).runInThisContext()
      run.call(module.exports, module.exports, require, module, file, folder)
    } catch (error) {
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  #script(file) {
    const source = readFileSync(file)
    // V8 itself compares nothing but the length of the source.
    const kept = join(this.#folder, `${basename(file)}-${crc32(source).toString(16)}`)
    const cachedData = contentOf(kept)
    const script = new Script(wrap(source.toString()), {
      filename: file,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    this.#scripts.set(kept, script)
    // V8 refuses code of another V8 or other options of it, and half of a file.
    this.#isNew ||= cachedData === undefined || script.cachedDataRejected
    this.#timer ??= setTimeout(() => this.#keep(), STARTED_MS).unref()
    return script
  }

  /** Keeps the code of all once more where one was new: more of the others was called too. */
  #keep() {
    if (this.#isNew) for (const [kept, script] of this.#scripts) write(kept, script.createCachedData())
    this.#scripts.clear()
    this.#isNew = false
    this.#timer = undefined
  }
}

function contentOf(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Does it in one step, as others may start at this moment; code that cannot be kept is compiled again. */
function write(file, content) {
  const part = `${file}.${process.pid}`
  try {
    writeFileSync(part, content)
    renameSync(part, file)
  } catch {
    rmSync(part, { force: true })
  }
}

module.exports = { loadCompiled }
