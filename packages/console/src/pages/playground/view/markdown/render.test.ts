import { expect, test } from 'bun:test'
import { highlight } from './highlight.ts'

test('highlighted code is escaped, whatever it holds', () => {
  const hostile = '</code><img src=x onerror=alert(1)>"\'&<script>'
  for (const language of ['html', 'javascript', 'python', 'css', 'json', 'sql', 'bash', 'php', 'yaml']) {
    const html = highlight(hostile, language) ?? ''
    expect(html.replace(/<\/?span(?: class="[\w -]+")?>/g, '')).not.toMatch(/[<>]/)
  }
})

test('code in a language we do not know, or beyond a bound, stays plain', () => {
  expect(highlight('x', 'klingon')).toBeNull()
  expect(highlight('x', '"><img src=x>')).toBeNull()
  expect(highlight('x'.repeat(20_001), 'python')).toBeNull()
})
