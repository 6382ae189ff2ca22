import type { Json } from '../formats/json.ts'

const INDENT = '  '

/** JSON as a TypeScript literal: names are only quoted if necessary. */
export const typescriptLiteral = (value: Json, indent = ''): string =>
  write(value, indent, { text: JSON.stringify, name: name => (PLAIN_NAME.test(name) ? name : JSON.stringify(name)) })

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

/** JSON as a Python literal. */
export const pythonLiteral = (value: Json, indent = ''): string =>
  write(value, indent, {
    text: JSON.stringify,
    name: JSON.stringify,
    word: word => ({ true: 'True', false: 'False', null: 'None' })[word] ?? word,
    indent: '    ',
  })

interface Style {
  text(value: string): string
  name(name: string): string
  word?(word: string): string
  indent?: string
}

function write(value: Json | undefined, indent: string, style: Style): string {
  const word = style.word ?? String
  if (typeof value === 'string') return style.text(value)
  if (typeof value !== 'object' || value === null) return word(String(value))
  const inner = indent + (style.indent ?? INDENT)
  const isList = Array.isArray(value)
  const lines = isList
    ? value.map(item => write(item, inner, style))
    : Object.entries(value).map(([name, member]) => `${style.name(name)}: ${write(member, inner, style)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${lines.map(line => `${inner}${line},\n`).join('')}${indent}${close}`
}
