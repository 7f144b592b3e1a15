import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/small-heap/**/*.test.ts'],
  },
})
