import { Problem } from './problem.ts'

const NAME = /\$\{([^{}$]*)\}/g
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The environment's values that a file uses, and a way to show text without them. */
export interface Secrets {
  /** Replaces each `${NAME}` by its value. */
  fill(text: string, line: number): string
  /** Replaces each value by `${NAME}` again before text is shown. */
  hide(text: string): string
}

export function makeSecrets(environment: Record<string, string | undefined>): Secrets {
  const used = new Map<string, string>()
  return {
    fill: (text, line) =>
      text.replace(NAME, (_, name: string) => {
        if (!VARIABLE.test(name))
          throw new Problem(`Line ${line}: \${${name}} names no environment variable; write it like \${OPENAI_KEY}.`)
        const value = environment[name]
        if (!value) throw new Problem(`Line ${line}: the environment variable ${name} is not set.`)
        used.set(value, name)
        return value
      }),
    hide: text =>
      [...used]
        .sort(([one], [other]) => other.length - one.length)
        .reduce((shown, [value, name]) => shown.replaceAll(value, `\${${name}}`), text),
  }
}
