import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The console's replacements, by what the component library imports and the end of its file's path. */
const OURS = [
  // The library's own is loaded when there is something to show.
  { source: './app', importer: '/antd/es/index.js', ours: new URL('../src/layout/light-app.tsx', import.meta.url) },
  // A list has hundreds of icons, and the library's component does more for each than the console needs.
  {
    source: '../components/AntdIconLight',
    importer: '/@ant-design/icons/es/icons/',
    ours: new URL('../src/layout/light-icon.tsx', import.meta.url),
  },
  {
    source: './select',
    importer: '/antd/es/index.js',
    ours: new URL('../src/layout/light-select.tsx', import.meta.url),
  },
  {
    source: '../select',
    importer: '/antd/es/pagination/',
    ours: new URL('../src/layout/light-select.tsx', import.meta.url),
  },
]

/** Replaces parts of the component library with lighter ones of `src/layout`. */
export function lightParts(): Plugin {
  return {
    name: 'light-parts',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      const part = OURS.find(each => each.source === source && importer.includes(each.importer))
      return part ? fileURLToPath(part.ours) : null
    },
  }
}
