import { fileURLToPath } from 'node:url'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * Makes the contract's calls light: a call only keeps its method and its path, with which the browser sends. The server checks the
 * schemas, which are unused here; zod has a stand-in. The options, which the settings page reads, stay whole.
 */
export function lightCalls(): Plugin {
  const lightZod = fileURLToPath(new URL('../src/lib/light-zod.ts', import.meta.url))
  const describesCalls = /contract\/src\/(?!options\/)/
  return {
    name: 'light-calls',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (/contract\/src\/options\//.test(importer) && /^\.\.\/(calls|entities)\//.test(source))
        this.error(`${importer} reads texts in the browser, where ${source} has no schemas`)
      return source === 'zod' && describesCalls.test(importer) ? lightZod : null
    },
    transform: {
      filter: { id: /contract\/src\/(calls|entities)\/|contract\/src\/(reply|comma-list)\.ts$/ },
      handler: code => ({ code: lightened(code), map: null }),
    },
  }
}

/** What the browser needs of a call. */
const KEPT = ['method', 'path']

/** Returns the module with short calls, and with derived values marked as pure so that unused ones are removed. */
function lightened(code: string): string {
  const { program } = parseSync('module.ts', code)
  const edits: { start: number; end: number; text: string }[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end)

  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      if (init?.type === 'CallExpression' && !isCall(init))
        edits.push({ ...rangeOf(init), text: `/* @__PURE__ */ (() => ${textOf(init)})()` })
    }
  }
  new Visitor({
    CallExpression(node) {
      const [definition] = node.arguments
      if (!isCall(node) || definition?.type !== 'ObjectExpression') return
      const kept = definition.properties.filter(
        property =>
          property.type === 'Property' && property.key.type === 'Identifier' && KEPT.includes(property.key.name),
      )
      edits.push({ ...rangeOf(definition), text: `{ ${kept.map(textOf).join(', ')} }` })
    },
  }).visit(program)

  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

const rangeOf = ({ start, end }: { start: number; end: number }) => ({ start, end })

const isCall = ({ callee }: ESTree.CallExpression) => callee.type === 'Identifier' && callee.name === 'call'
