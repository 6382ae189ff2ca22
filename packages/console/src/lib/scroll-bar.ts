/**
 * Tells styles the width of the page's scroll bar, as `--scroll-bar`: room is kept for it beside what is written, so that a page that
 * grows does not move sideways. Bars and backgrounds go under it, up to the edge.
 */
export function measureScrollBar(): void {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; width: 50px; height: 50px; overflow: scroll; visibility: hidden'
  document.body.append(probe)
  document.documentElement.style.setProperty('--scroll-bar', `${probe.offsetWidth - probe.clientWidth}px`)
  probe.remove()
}
