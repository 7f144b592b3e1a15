import { defineConfig } from 'vitest/config'

// The emulator needs no vitest settings.
export default defineConfig({})
