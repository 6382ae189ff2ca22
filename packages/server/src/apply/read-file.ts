import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Secrets } from './fill-secrets.ts'
import { Problem } from './problem.ts'
import { type SiteFile, siteFile } from './site-file.ts'

/**
 * Reads a site's file. Each `${NAME}` in its values is replaced by the environment's.
 *
 * @throws Problem with the line, for the first thing that is wrong
 */
export function readSiteFile(text: string, secrets: Secrets): SiteFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false })
  const lineAt = (offset: number | undefined) => lines.linePos(offset ?? 0).line
  const [error] = document.errors
  if (error) throw new Problem(`Line ${lineAt(error.pos[0])}: ${error.message.split('\n')[0]?.split(' at line')[0]}`)
  visit(document, {
    Node(_, node) {
      if (isAlias(node))
        throw new Problem(`Line ${lineAt(node.range?.[0])}: aliases are not read; write the value again.`)
    },
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return
      node.value = secrets.fill(node.value, lineAt(node.range?.[0]))
    },
  })
  const checked = siteFile.safeParse(document.toJS() ?? {})
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw issue ? problemOf(issue) : new Problem('The file is not read.')

  function problemOf(issue: z.core.$ZodIssue): Problem {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const path = unknown === undefined ? issue.path : [...issue.path, unknown]
    const place = path.map(String).join('.')
    const line = lineOf(path)
    if (unknown !== undefined) return new Problem(`Line ${line}: “${place}” is not known here.`)
    return new Problem(secrets.hide(`Line ${line}: “${place || 'the file'}” is wrong: ${issue.message}.`))
  }

  /** The line of a member's name; of an entry of a list, its own. */
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

/** The line of a name at the top of a section, for problems that are found later. */
export function lineOfName(text: string, section: string, name: string): number {
  const lines = new LineCounter()
  const map = parseDocument(text, { lineCounter: lines }).get(section, true)
  const pair = isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === name) : undefined
  return lines.linePos((pair && isScalar(pair.key) ? pair.key.range?.[0] : 0) ?? 0).line
}
