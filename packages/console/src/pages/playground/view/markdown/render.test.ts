import { expect, test } from 'bun:test'
import { highlight } from './highlight.ts'

test('highlighted code is escaped, whatever it contains', () => {
  const hostile = '</code><img src=x onerror=alert(1)>"\'&<script>'
  for (const language of ['html', 'javascript', 'python', 'css', 'json', 'sql', 'bash', 'php', 'yaml']) {
    const html = highlight(hostile, language) ?? ''
    expect(html.replace(/<\/?span(?: class="[\w -]+")?>/g, '')).not.toMatch(/[<>]/)
  }
})

test('code in an unknown language, or beyond a length, stays plain', () => {
  expect(highlight('x', 'klingon')).toBeNull()
  expect(highlight('x', '"><img src=x>')).toBeNull()
  expect(highlight('x'.repeat(20_001), 'python')).toBeNull()
})
