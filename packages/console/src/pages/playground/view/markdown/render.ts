import createDOMPurify from 'dompurify'
import { Marked, type Token } from 'marked'
import { highlight } from './highlight.ts'

/** A part of a text that is rendered separately, so that earlier parts stay as they are while a stream goes on. */
export type Block = { kind: 'code'; code: string; language: string; raw: string } | { kind: 'html'; raw: string }

/** Cuts Markdown into its blocks. */
export const blocksOf = (text: string): Block[] => marked.lexer(text).filter(isShown).map(blockOf)

const isShown = ({ type }: Token): boolean => type !== 'space' && type !== 'def'

const blockOf = (token: Token): Block =>
  token.type === 'code'
    ? { kind: 'code', code: token.text, language: languageOf(token.lang), raw: token.raw }
    : { kind: 'html', raw: token.raw }

const languageOf = (info: string | undefined): string => /^[\w+#-]{1,30}/.exec(info ?? '')?.[0].toLowerCase() ?? ''

/**
 * Renders one block as safe HTML: HTML in it is shown as text, images at other addresses become links (loading them would inform a
 * stranger), and the rest passes through an allow-list.
 */
export const renderBlock = (raw: string): string => purify.sanitize(marked.parse(raw, { async: false }), ALLOWED)

const escaped = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    code: ({ text, lang }) => `<pre><code>${highlight(text, languageOf(lang)) ?? escaped(text)}</code></pre>`,
  },
})

const ALLOWED = {
  ALLOWED_TAGS:
    'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre span strong sub sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title', 'align', 'start', 'type', 'checked', 'disabled', 'class'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

const purify = createDOMPurify()
purify.addHook('afterSanitizeAttributes', element => {
  if (element.tagName === 'A') {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  // Checkboxes of task lists; other form elements are not shown.
  if (element.tagName === 'INPUT' && element.getAttribute('type') !== 'checkbox') element.remove()
  // Only the highlighter's classes: others could make a text look like part of the console.
  const names = (element.getAttribute('class') ?? '').split(' ').filter(name => name.startsWith('hljs-'))
  if (names.length > 0) element.setAttribute('class', names.join(' '))
  else element.removeAttribute('class')
})
