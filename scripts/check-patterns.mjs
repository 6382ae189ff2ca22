/**
 * Part of `npm run check`: checks that every regular expression in packages with foreign input is linear. Prints the
 * others, each with a text that makes it slow. `patterns-allowed.mjs` lists patterns that get no (long) foreign input.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { inProject } from './lib/project.mjs'
import { script } from './lib/script.mjs'
import { allowed } from './patterns-allowed.mjs'

const FOLDERS = ['packages/gateway/src', 'packages/server/src', 'packages/contract/src']
const TESTS = /\.test\.ts$|\/testing\/|-fixture\.ts$/
/**
 * The search counts the characters that a pattern reads, and measures no time: on a busy machine it takes longer and
 * finds the same. The last limit is for a search that would never end.
 */
const LIMITS = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null, timeout: 600_000 }
/** Patterns known to be linear. */
const CACHE = inProject('node_modules', '.cache', 'linear-patterns.json')

await script(async () => {
  const given = process.argv.slice(2)
  const files = given.length > 0 ? given : FOLDERS.flatMap(filesIn)
  const patterns = files.flatMap(patternsIn)
  const problems = []
  const known = knownSafe()
  const left = patterns.filter(pattern => !known.has(keyOf(pattern)) && !allowed.some(line => isMeant(line, pattern)))
  // each search is independent
  await Promise.all(
    cpus().map(async () => {
      for (let pattern = left.pop(); pattern; pattern = left.pop()) {
        const found = await faultsOf(pattern)
        if (found.length === 0) known.add(keyOf(pattern))
        problems.push(...found)
      }
    }),
  )
  keepSafe(known)
  const unused = given.length > 0 ? [] : allowed.filter(line => !patterns.some(pattern => isMeant(line, pattern)))
  problems.push(...unused.map(({ file, source }) => `${file}: ${source} is allowed and nowhere to be found`))
  for (const problem of problems.toSorted()) console.log(problem)
  console.log(`${patterns.length} patterns in ${files.length} files`)
  return problems.length > 0 ? 1 : 0
})

function knownSafe() {
  return new Set(existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : [])
}

function keepSafe(known) {
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify([...known]))
}

function keyOf({ source, flags }) {
  return `/${source}/${flags}`
}

function filesIn(folder) {
  const names = readdirSync(inProject(folder), { recursive: true }).map(name => join(folder, name))
  return names.filter(name => name.endsWith('.ts') && !TESTS.test(name))
}

/** Finds every literal and every call of `RegExp`; `source` is null if it is known only at run time. */
function patternsIn(file) {
  const source = ts.createSourceFile(file, readFileSync(inProject(file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found = []
  const visit = node => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (isRegExpCall(node)) {
      const [pattern, flags] = node.arguments ?? []
      const isLiteral = pattern && ts.isStringLiteralLike(pattern)
      found.push({ file, line, source: isLiteral ? pattern.text : null, flags: flags?.text ?? '' })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isRegExpCall(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp'
}

function isMeant(line, { file, source }) {
  return line.file === file && line.source === source
}

async function faultsOf({ file, line, source, flags }) {
  const place = `${file}:${line}`
  if (source === null) return [`${place}: a pattern that is put together cannot be checked; write it out, or allow it`]
  const { status, complexity, attack, error } = await check(source, flags, LIMITS)
  if (status === 'safe') return []
  const why = complexity?.summary ?? error?.kind ?? status
  return [`${place}: /${source}/${flags} is not linear (${why})${attack ? `, shown by ${attack.pattern}` : ''}`]
}
