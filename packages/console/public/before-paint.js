// Runs before the first paint, so that a remembered dark theme does not flash white.
try {
  const mode = localStorage.getItem('theme-mode')
  if (mode === 'dark' || mode === 'light') document.documentElement.style.colorScheme = mode
} catch {
  // Storage is blocked: the system's own scheme applies.
}

// The page waits for the site's status and for its own files: both are asked for before its scripts have run.
window.early = { '/api/status': fetch('/api/status', { headers: { accept: 'application/json' } }) }
window.early['/api/status'].catch(() => {})

/** @type {{ all: string[], pages: Record<string, [number, string[], ...number[]]>, words: Record<string, Record<string, number[]>> } | undefined} */
const known = undefined /* pages */
if (known) {
  const stored = key => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const pageAt = path => {
    const above = path.slice(0, path.lastIndexOf('/'))
    return known.pages[path] ?? (above ? (known.pages[`${above}/`] ?? pageAt(above)) : undefined)
  }
  const asked = pageAt(location.pathname.replace(/(.)\/$/, '$1'))
  const [, areas = [], ...files] = asked && !asked[0] && !stored('user') ? pageAt('/login') : (asked ?? [])
  // As `languageOfTag` of the contract reads them.
  const languages = [stored('i18nextLng'), ...navigator.languages].flatMap(tag => {
    const isTraditional = /^zh[-_](hant|tw|hk|mo)\b/i.test(tag ?? '')
    return [...(isTraditional ? ['zh-TW'] : []), tag?.toLowerCase().split(/[-_]/)[0]]
  })
  const words = known.words[languages.find(code => code in known.words)] ?? {}
  for (const place of new Set(['first', ...areas].flatMap(area => words[area] ?? []).concat(files))) {
    const link = document.createElement('link')
    const isStyle = known.all[place].endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${known.all[place]}`
    document.head.append(link)
  }
}
