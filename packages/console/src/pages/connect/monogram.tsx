import type { ClientGuide } from '@tollgate/contract'
import styles from './connect.module.css'

/** The outline of each kind: a terminal, a window with a margin, a speech bubble and a hexagon. */
const outlines: Record<ClientGuide['kind'], string> = {
  agent: 'M5 4h22a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM20 24h6',
  editor: 'M5 4h22a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM7 4v24',
  chat: 'M6 3h20a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H14l-6 5v-5H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z',
  library: 'M16 2l12.5 7v14L16 30 3.5 23V9z',
}

/** A client's own sign: its letters in the outline of its kind. */
export function Monogram({ guide: { name, kind } }: { guide: Pick<ClientGuide, 'name' | 'kind'> }) {
  return (
    <svg className={styles.monogram} data-kind={kind} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={outlines[kind]} />
      <text x={kind === 'editor' ? 18.5 : 16} y={kind === 'chat' ? 18.5 : 20}>
        {lettersOf(name)}
      </text>
    </svg>
  )
}

/** Names whose initials another client has. */
const own: Record<string, string> = { Codex: 'Cx', Continue: 'Ct', Cline: 'Cl', 'OpenAI SDK': 'Oa' }

/** Returns two letters for a client: the initials of its words, or its first two. */
export function lettersOf(name: string): string {
  const [first = '', second] = name.split(' ')
  return own[name] ?? (second ? `${first.charAt(0)}${second.charAt(0)}` : name.slice(0, 2))
}
