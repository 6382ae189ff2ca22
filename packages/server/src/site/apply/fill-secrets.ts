import { Problem } from './problem.ts'

const NAME = /\$\{([^{}$]*)\}/g
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The values of the environment that a file names, and how to show text without them. */
export interface Secrets {
  /** Puts the value in for each `${NAME}`. */
  fill(text: string, line: number): string
  /** Text to be shown, with `${NAME}` for each value again. */
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
