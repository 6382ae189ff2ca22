import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent } from 'react'

interface Opened {
  onClose: () => void
}

/**
 * What opens over a list, in a chunk that comes when it is opened, or when its page is touched. Escape takes the opening back
 * while it loads.
 */
export function lazyForm<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loadOnce = () => load().then(component => ({ default: component }))
  const Form = lazy(loadOnce) as unknown as ComponentType<Props> // the same props
  addEventListener('pointerdown', () => void loadOnce().catch(() => {}), { once: true })
  return props => (
    <Suspense fallback={<Opening onClose={props.onClose} />}>
      <Form {...props} />
    </Suspense>
  )
}

function Opening({ onClose }: Opened) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return null
}
