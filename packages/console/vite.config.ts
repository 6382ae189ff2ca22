import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const gateway = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), lightCalls()],
  build: {
    target: 'es2023',
    rolldownOptions: {
      // The component library's parts have no side effects but do not all say so; 20 KB of the first load hang on it.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
    },
  },
  server: { proxy: { '/api': gateway, '/v1': gateway, '/pg': gateway } },
})

/** Gives the contract's calls a stand-in for zod. Its options, which the settings page reads by, keep the real one. */
function lightCalls(): Plugin {
  const lightZod = fileURLToPath(new URL('./src/lib/light-zod.ts', import.meta.url))
  const describesCalls = /contract\/src\/(?!options\/)/
  return {
    name: 'light-calls',
    enforce: 'pre',
    resolveId: (source, importer = '') => (source === 'zod' && describesCalls.test(importer) ? lightZod : null),
  }
}
