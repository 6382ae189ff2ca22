import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** An element's width in pixels inside its border. Until it is drawn, the page's is assumed: a right guess saves a second drawing. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(widthOfPage)
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

/** Pixels, left and right. */
const BORDERS = 2

/** 0 before there is a page, or its outline. */
const widthOfPage = () => Math.max(0, (document.querySelector('main > *')?.clientWidth ?? 0) - BORDERS)
