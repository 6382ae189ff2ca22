import { readFileSync } from 'node:fs'
import { type ESTree, type Plugin, parseSync, type Rolldown, Visitor } from 'vite'
// By its path: Node cannot import the package itself.
import { LANGUAGES, OFFERED_LANGUAGES } from '../../contract/src/languages.ts'
import { paths } from '../src/lib/paths.ts'
import { REACT_DOM } from './chunks.ts'

const SCRIPT = 'before-paint.js'
/** The build fills it in. */
const PLACE = 'undefined /* pages */'

/**
 * Tells the script that runs before all others which files each page needs, so that the browser requests them at once and not after
 * running the page before.
 */
export function earlyFiles(): Plugin {
  const source = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const reactDom = Object.values(bundle).find(isReactDom)
        const href = `/${reactDom?.fileName}`
        return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' }]
      },
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
      const entry = chunks.find(chunk => chunk.isEntry)
      const first = new Set(entry && filesOf(entry, byName))
      const reactDom = chunks.find(isReactDom)
      if (!reactDom || first.has(reactDom.fileName))
        this.error('React DOM runs in the task of the frame, which takes too long then')
      // the page's HTML names it
      first.add(reactDom.fileName)
      const all: string[] = []
      /** The indexes in `all` of a module's files. */
      const placesOf = (module: string): number[] => {
        const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
          facadeModuleId ? facadeModuleId.endsWith(module) : moduleIds.some(id => id.endsWith(module)),
        )
        const files = chunk ? [...filesOf(chunk, byName)].filter(file => !first.has(file)) : []
        return files.map(file => (all.includes(file) ? all.indexOf(file) : all.push(file) - 1))
      }
      const sources = pagesIn(source('src/pages.tsx'))
      const pages = Object.fromEntries(
        sources.flatMap(({ addresses, isPublic, areas, module }) =>
          addresses.map(address => [address, [Number(isPublic), areas, ...placesOf(`/src/${module}`)]]),
        ),
      )
      const areas = ['first', ...new Set(sources.flatMap(page => page.areas))]
      const words = Object.fromEntries(
        OFFERED_LANGUAGES.map(language => [
          language,
          Object.fromEntries(
            // More would make the table twice as long for everybody.
            (isBase(language) ? areas : ['first']).map(area => [
              area,
              placesOf(`/src/phrases/${language}/${fileOf(area)}.ts`),
            ]),
          ),
        ]),
      )
      const script = source(`public/${SCRIPT}`)
      if (!script.includes(PLACE)) throw new Error(`public/${SCRIPT} has no place for the pages`)
      const table = JSON.stringify({ all, pages, words })
      this.emitFile({ type: 'asset', fileName: SCRIPT, source: script.replace(PLACE, table) })
    },
  }
}

const isReactDom = ({ name }: { name?: string | undefined }) => name === REACT_DOM

const isBase = (language: string) => (LANGUAGES as readonly string[]).includes(language)

/** `channelTools` → `channel-tools` */
const fileOf = (area: string) => area.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** A chunk, its imports, and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, byName: Map<string, Rolldown.OutputChunk>, files = new Set<string>()) {
  if (files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const name of chunk.imports) {
    const imported = byName.get(name)
    if (imported) filesOf(imported, byName, files)
  }
  return files
}

interface PageSource {
  addresses: string[]
  isPublic: boolean
  /** Of its phrases beside the first ones. */
  areas: string[]
  module: string
}

/**
 * The page table in the source: `page([paths.about], 'about', 'public', () => withPhrases(['about'],
 * import('./pages/about/index.tsx')), …)`.
 */
function pagesIn(code: string): PageSource[] {
  const { program } = parseSync('pages.tsx', code)
  const pages: PageSource[] = []
  const textOf = ({ start, end }: ESTree.Node | ESTree.Span) => code.slice(start, end)
  new Visitor({
    CallExpression({ callee, arguments: [addresses, , access, load] }) {
      if (textOf(callee) !== 'page' || addresses?.type !== 'ArrayExpression' || !access || !load) return
      const module = /import\('\.\/([^']+)'\)/.exec(textOf(load))?.[1]
      const names = [...textOf(addresses).matchAll(/paths\.(\w+)/g)].map(
        ([, name]) => paths[name as keyof typeof paths],
      )
      if (!module) throw new Error(`A page is not read: ${textOf(addresses)}`)
      pages.push({
        // `/channel/edit/:id` → `/channel/edit/`, since a page may be at the address without an id too
        addresses: names.map(address => address.replace(/:.*/, '')),
        isPublic: textOf(access) === "'public'",
        areas: [...(/withPhrases\(\s*\[([^\]]*)\]/.exec(textOf(load))?.[1] ?? '').matchAll(/\w+/g)].map(String),
        module,
      })
    },
  }).visit(program)
  return pages
}
