import type { Plugin } from 'vite'

/** By the end of the importer's folder: what the console never uses. */
const UNUSED: { source: string; importer: string; stub: string }[] = [
  // The pagination's fallback: the component library gives it the user's language.
  { source: './locale/zh_CN', importer: '/@rc-component/pagination/', stub: 'export default {}' },
  // One popup for all tooltips, which only a setting of the library uses; it costs 12 KB on every page.
  {
    source: '../tooltip/UniqueProvider',
    importer: '/antd/es/config-provider/',
    stub: 'export default ({ children }) => children',
  },
  // For options that have hints.
  {
    source: '../tooltip',
    importer: '/antd/es/segmented/',
    stub: 'export default ({ children }) => children',
  },
  // The circle that spreads from a pressed button.
  { source: '../_util/wave', importer: '/antd/es/', stub: 'export default ({ children }) => children' },
  // The page of rights imports it by itself.
  { source: './Group', importer: '/antd/es/checkbox/index.js', stub: 'export default undefined' },
  // Kinds of inputs.
  { source: './Search', importer: '/antd/es/input/index.js', stub: 'export default undefined' },
  { source: './OTP', importer: '/antd/es/input/index.js', stub: 'export default undefined' },
  { source: './Group', importer: '/antd/es/input/index.js', stub: 'export default undefined' },
]

/** Leaves out parts of the component library that every page would load and none needs. */
export function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      const place = UNUSED.findIndex(part => part.source === source && importer.includes(part.importer))
      return place === -1 ? null : `\0unused-${place}`
    },
    load: id => UNUSED.find((_, place) => id === `\0unused-${place}`)?.stub ?? null,
  }
}
