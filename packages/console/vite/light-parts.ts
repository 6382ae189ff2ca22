import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** By what the component library imports, and the end of its file's path: the console's own. */
const OURS = [
  // The library's is loaded when there is something to show.
  { source: './app', importer: '/antd/es/index.js', file: 'light-app.tsx' },
  // A list has hundreds of icons, and the library's does more for each than the console asks.
  { source: '../components/AntdIconLight', importer: '/@ant-design/icons/es/icons/', file: 'light-icon.tsx' },
  { source: './select', importer: '/antd/es/index.js', file: 'light-select.tsx' },
  { source: '../select', importer: '/antd/es/pagination/', file: 'light-select.tsx' },
]

/** Gives the component library's front door lighter parts, of `src/layout`. */
export function lightParts(): Plugin {
  return {
    name: 'light-parts',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      const ours = OURS.find(part => part.source === source && importer.includes(part.importer))
      return ours ? fileURLToPath(new URL(`../src/layout/${ours.file}`, import.meta.url)) : null
    },
  }
}
