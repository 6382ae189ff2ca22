import ts from 'typescript'

const { SyntaxKind: Kind } = ts

/**
 * Returns every small change to a source that its tests should notice.
 *
 * @returns {{start: number, end: number, line: number, before: string, after: string}[]}
 */
export function mutantsOf(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext, true)
  const mutants = []
  const visit = node => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    const start = node.getStart(source)
    const before = text.slice(start, node.end)
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    for (const after of changesOf(node, source)) {
      if (after !== before) mutants.push({ start, end: node.end, line, before, after })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

/** Applies one mutant to a source. */
export const apply = (text, { start, end, after }) => text.slice(0, start) + after + text.slice(end)

function changesOf(node, source) {
  const say = part => part.getText(source)
  return (mutators[node.kind] ?? []).flatMap(mutator => mutator(node, say))
}

/** Replacements for each operator. */
const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['='],
}

/** Replacements for each method. */
const METHODS = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  trunc: 'ceil',
}

/** Methods whose call can be removed: the value stays as it was. */
const LEFT_OUT = new Set(['filter', 'toSorted', 'sort', 'toReversed', 'reverse', 'slice', 'where', 'orderBy', 'limit'])

const isText = node => ts.isStringLiteral(node) || ts.isTemplateExpression(node)
const joinsText = node =>
  isText(node) || (ts.isBinaryExpression(node) && (joinsText(node.left) || joinsText(node.right)))

function otherOperators(node, say) {
  const { left, operatorToken, right } = node
  const operator = say(operatorToken)
  if (operator === '??') return [`(${say(left)})`, `(${say(right)})`]
  if (operator === '+' && joinsText(node)) return []
  const others = OPERATORS[operator] ?? []
  if (operator.endsWith('=') && !/[=!<>]=/.test(operator))
    return others.map(other => `${say(left)} ${other} ${say(right)}`)
  return others.map(other => `((${say(left)}) ${other} (${say(right)}))`)
}

function otherMethods(node, say) {
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return []
  const [object, method] = [say(expression.expression), say(expression.name)]
  const called = `(${node.arguments.map(say).join(', ')})`
  if (LEFT_OUT.has(method)) return [object]
  return Object.hasOwn(METHODS, method) ? [`${object}.${METHODS[method]}${called}`] : []
}

function otherNumbers(node, say) {
  const number = Number(say(node).replaceAll('_', ''))
  return [String(number + 1), number === 0 ? '(-1)' : String(number - 1)]
}

function otherSigns({ operator, operand }, say) {
  if (operator === Kind.ExclamationToken || operator === Kind.MinusToken) return [`(${say(operand)})`]
  if (operator === Kind.PlusPlusToken) return [`--${say(operand)}`]
  return operator === Kind.MinusMinusToken ? [`++${say(operand)}`] : []
}

const negated = (node, condition, say) => {
  const text = say(node)
  const at = condition.getStart() - node.getStart()
  return [`${text.slice(0, at)}!(${say(condition)})${text.slice(at + say(condition).length)}`]
}

const leftOut = () => [';']

/** The possible changes, by kind of syntax node. */
const mutators = {
  [Kind.BinaryExpression]: [otherOperators],
  [Kind.PrefixUnaryExpression]: [otherSigns],
  [Kind.TrueKeyword]: [() => ['false']],
  [Kind.FalseKeyword]: [() => ['true']],
  [Kind.NumericLiteral]: [otherNumbers],
  [Kind.ConditionalExpression]: [(node, say) => negated(node, node.condition, say)],
  [Kind.IfStatement]: [(node, say) => negated(node, node.expression, say)],
  [Kind.WhileStatement]: [(node, say) => negated(node, node.expression, say)],
  [Kind.CallExpression]: [otherMethods],
  [Kind.ExpressionStatement]: [leftOut],
  [Kind.ThrowStatement]: [leftOut],
  [Kind.ContinueStatement]: [leftOut],
  [Kind.BreakStatement]: [leftOut],
}
