const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y

/** What must come next. After `first` and `,` the open list or object may also end. */
type Awaited = 'value' | 'first' | 'name' | ':' | ',' | 'nothing'

/** The number of the line where a text stops being JSON; undefined if it is JSON. Not every browser tells the place. */
export function brokenJsonLine(text: string): number | undefined {
  const token = new RegExp(TOKEN)
  const open: string[] = []
  let awaited: Awaited = 'value'
  let at = 0
  const ended = (): Awaited => (open.length > 0 ? ',' : 'nothing')
  for (;;) {
    token.lastIndex = at
    const [found, mark = '', string] = token.exec(text) ?? []
    if (found === undefined) break
    const opened = open.at(-1)
    if (mark === '{' || mark === '[') {
      if (awaited !== 'value' && (awaited !== 'first' || opened !== '[')) break
      open.push(mark)
      awaited = 'first'
    } else if (mark === '}' || mark === ']') {
      if ((awaited !== 'first' && awaited !== ',') || opened !== (mark === '}' ? '{' : '[')) break
      open.pop()
      awaited = ended()
    } else if (mark === ',' || mark === ':') {
      if (awaited !== mark) break
      awaited = mark === ',' && opened === '{' ? 'name' : 'value'
    } else if (awaited === 'name' || (awaited === 'first' && opened === '{')) {
      if (string === undefined) break
      awaited = ':'
    } else if (awaited === 'value' || awaited === 'first') awaited = ended()
    else break
    at = token.lastIndex
  }
  const [blank = ''] = /^[ \t\n\r]*/.exec(text.slice(at)) ?? []
  const isAtEnd = at + blank.length === text.length
  if (isAtEnd && awaited === 'nothing') return undefined
  return text.slice(0, isAtEnd ? at : at + blank.length).split('\n').length
}
