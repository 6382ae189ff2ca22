import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './vite/chunks.ts'
import { earlyFiles } from './vite/early-files.ts'
import { lightCalls } from './vite/light-calls.ts'
import { lightParts } from './vite/light-parts.ts'
import { withoutUnused } from './vite/without-unused.ts'

const gateway = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), lightCalls(), lightParts(), withoutUnused(), earlyFiles()],
  build: {
    target: 'es2023',
    // every browser of that target supports it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The component library's parts have no side effects, but not all declare it; this saves 20 KB of the first load.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: { proxy: { '/api': gateway, '/badge': gateway, '/feed': gateway, '/v1': gateway, '/pg': gateway } },
})
