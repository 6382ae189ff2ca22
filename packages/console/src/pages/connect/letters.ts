/** Names whose initials another client has. */
const own: Record<string, string> = { Codex: 'Cx', Continue: 'Ct', Cline: 'Cl', 'OpenAI SDK': 'Oa' }

/** Returns two letters for a client: the initials of its words, or its first two. */
export function lettersOf(name: string): string {
  const [first = '', second] = name.split(' ')
  return own[name] ?? (second ? `${first.charAt(0)}${second.charAt(0)}` : name.slice(0, 2))
}
