import { isOptionKey, optionLines } from '@tollgate/contract'
import { isAlias, isMap, isNode, isScalar, Lexer, LineCounter, Parser, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Secrets } from './fill-secrets.ts'
import { Problem } from './problem.ts'
import { type SiteFile, siteFile } from './site-file.ts'

const MOST_CHARACTERS = 4 * 1024 * 1024
const DEEPEST = 64

/**
 * Reads a site's file. Each `${NAME}` in a secret is replaced by the environment's value; anywhere else it is plain
 * text, so that no file publishes the environment.
 * @throws Problem with the line, for the first error
 */
export function readSiteFile(text: string, secrets: Secrets): SiteFile {
  checkSize(text)
  const lines = new LineCounter()
  // The library's own check for equal keys is quadratic.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, merge: false })
  const lineAt = (offset: number | undefined) => lines.linePos(offset ?? 0).line
  const [error] = document.errors
  if (error) throw new Problem(`Line ${lineAt(error.pos[0])}: ${error.message.split('\n')[0]?.split(' at line')[0]}`)
  visit(document, {
    Node(_, node) {
      if (isAlias(node))
        throw new Problem(`Line ${lineAt(node.range?.[0])}: aliases are not read; write the value again.`)
    },
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key))
          throw new Problem(`Line ${lineAt(isNode(key) ? key.range?.[0] : 0)}: a name must be one word.`)
        if (seen.has(key.value)) throw new Problem(`Line ${lineAt(key.range?.[0])}: Map keys must be unique`)
        seen.add(key.value)
      }
    },
  })
  const checked = siteFile.safeParse(document.toJS() ?? {})
  if (checked.success) {
    fillSecrets(checked.data, (value, path) => secrets.fill(value, lineOf(path)))
    return checked.data
  }
  const [issue] = checked.error.issues
  throw issue ? problemOf(issue) : new Problem('The file could not be read.')

  function problemOf(issue: z.core.$ZodIssue): Problem {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = unknown === undefined ? issue.path : [...issue.path, unknown]
    const place = path.map(String).join('.')
    const line = lineOf(path)
    if (unknown !== undefined) return new Problem(`Line ${line}: “${place}” is not known here.`)
    return new Problem(secrets.hide(`Line ${line}: “${place || 'the file'}” is wrong: ${issue.message}.`))
  }

  /** The line of a member's name; for a list entry, its own. */
  function lineOf(path: readonly PropertyKey[]): number {
    const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
    const last = path.at(-1)
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last)
      if (pair && isScalar(pair.key)) return lineAt(pair.key.range?.[0])
    }
    const node = document.getIn(path, true)
    if (isNode(node)) return lineAt(node.range?.[0])
    return isNode(parent) ? lineAt(parent.range?.[0]) : 1
  }
}

/**
 * Throws for a file that would take too long, or too much of the stack, by the library's own count of open collections.
 */
function checkSize(text: string): void {
  if (text.length > MOST_CHARACTERS)
    throw new Problem(`The file is too large: the limit is ${MOST_CHARACTERS / 1024 / 1024} MiB.`)
  let line = 1
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    // Only the token count is needed, but the parser continues only if its documents are consumed.
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEEPEST) throw new Problem(`Line ${line}: more than ${DEEPEST} levels deep.`)
    for (const character of lexeme) if (character === '\n') line++
  }
}

/** Fills in the environment's values where the format has secrets. */
function fillSecrets(file: SiteFile, fill: (value: string, path: readonly PropertyKey[]) => string): void {
  for (const [key, value] of Object.entries(file.options ?? {}))
    if (file.options && isOptionKey(key) && optionLines[key].secret && typeof value === 'string')
      file.options[key] = fill(value, ['options', key])
  for (const [at, channel] of (file.channels ?? []).entries()) {
    const proxy = channel.setting?.proxy
    if (channel.key !== undefined) channel.key = fill(channel.key, ['channels', at, 'key'])
    if (channel.setting && typeof proxy === 'string')
      channel.setting.proxy = fill(proxy, ['channels', at, 'setting', 'proxy'])
  }
}

/** The line of a name at the top of a section, for errors found later. */
export function lineOfName(text: string, section: string, name: string): number {
  const lines = new LineCounter()
  const map = parseDocument(text, { lineCounter: lines }).get(section, true)
  const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
  return lines.linePos((pair && isScalar(pair.key) ? pair.key.range?.[0] : 0) ?? 0).line
}
