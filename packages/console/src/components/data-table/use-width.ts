import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** An element's width in pixels inside its border; 0 until it is drawn. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
