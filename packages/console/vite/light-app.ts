import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Gives the component library's front door the console's own `App`; the library's is loaded when there is something to show. */
export function lightApp(): Plugin {
  const ours = fileURLToPath(new URL('../src/layout/light-app.tsx', import.meta.url))
  return {
    name: 'light-app',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer = '') => (source === './app' && importer.endsWith('/antd/es/index.js') ? ours : null),
  }
}
