import { Tooltip } from 'antd'
import { useEffect, useId, useState } from 'react'
import { hideHint, type ShownHint } from './shown-hint.ts'

/** The tooltip over an element elsewhere on the page. It disappears when the page scrolls, or with its element. */
export default function Tip({ hint: { target, title, isOpen } }: { hint: ShownHint }) {
  const id = useId()
  const [{ left, top, width, height }] = useState(() => target.getBoundingClientRect())
  const [text] = useState(() => (typeof title === 'function' ? title() : title))

  useEffect(() => {
    // An identical name needs no description.
    if (!isOpen || text === target.getAttribute('aria-label')) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [target, text, isOpen, id])

  useEffect(() => {
    const hide = () => hideHint()
    const hideWithout = () => !target.isConnected && hideHint()
    const hideElsewhere = (event: Event) => event.target instanceof Node && !target.contains(event.target) && hideHint()
    const hideByKey = ({ key }: KeyboardEvent) => key === 'Escape' && hideHint()
    addEventListener('scroll', hide, { capture: true, passive: true })
    addEventListener('pointermove', hideWithout, { passive: true })
    addEventListener('pointerdown', hideElsewhere, true)
    addEventListener('keydown', hideByKey, true)
    return () => {
      removeEventListener('scroll', hide, { capture: true })
      removeEventListener('pointermove', hideWithout)
      removeEventListener('pointerdown', hideElsewhere, true)
      removeEventListener('keydown', hideByKey, true)
    }
  }, [target])

  return (
    <Tooltip id={id} open={isOpen} title={text}>
      <span aria-hidden style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>
  )
}
