import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Draws the icons with the console's own component: a list has hundreds, and the library's does more for each than the console asks. */
export function lightIcons(): Plugin {
  const ours = fileURLToPath(new URL('../src/layout/light-icon.tsx', import.meta.url))
  return {
    name: 'light-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer = '') =>
      source === '../components/AntdIconLight' && importer.includes('/@ant-design/icons/es/icons/') ? ours : null,
  }
}
