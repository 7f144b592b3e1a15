import { defineConfig } from 'vitest/config'

// The emulator needs no settings of vitest's.
export default defineConfig({})
