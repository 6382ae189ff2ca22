/**
 * Provides the width of the page's scroll bar to styles as `--scroll-bar`: text avoids it, so that a growing page does
 * not move sideways. Bars and backgrounds extend under it, up to the edge.
 */
export function measureScrollBar(): void {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; width: 50px; height: 50px; overflow: scroll; visibility: hidden'
  document.body.append(probe)
  document.documentElement.style.setProperty('--scroll-bar', `${probe.offsetWidth - probe.clientWidth}px`)
  probe.remove()
}
