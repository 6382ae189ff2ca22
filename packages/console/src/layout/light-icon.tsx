import { createElement, type HTMLAttributes, type ReactElement, type Ref } from 'react'

/** A node of an icon's drawing, as the icon library describes it. */
interface Node {
  tag: string
  attrs: Record<string, string>
  children?: Node[]
}

interface LightIconProps extends HTMLAttributes<HTMLSpanElement> {
  icon: { name: string; icon: Node }
  spin?: boolean
  /** Degrees. */
  rotate?: number
  ref?: Ref<HTMLSpanElement>
}

/**
 * Replaces the icon library's component for outlined icons, with the same appearance. `vite.config.ts` substitutes it.
 */
export default function LightIcon({ icon, spin, rotate, className, tabIndex, ...rest }: LightIconProps) {
  const spins = spin || icon.name === 'loading'
  const classes = ['anticon', `anticon-${icon.name}`, spins && 'anticon-spin', className].filter(Boolean).join(' ')
  return (
    <span
      role="img"
      aria-label={icon.name}
      {...rest}
      tabIndex={tabIndex ?? (rest.onClick ? -1 : undefined)}
      className={classes}
    >
      {rotate ? drawn(icon, rotate) : pictureOf(icon)}
    </span>
  )
}

const pictures = new WeakMap<LightIconProps['icon'], ReactElement>()

function pictureOf(icon: LightIconProps['icon']): ReactElement {
  const known = pictures.get(icon)
  if (known) return known
  const picture = drawn(icon)
  pictures.set(icon, picture)
  return picture
}

function drawn({ name, icon }: LightIconProps['icon'], degrees?: number): ReactElement {
  const outer = {
    'data-icon': name,
    width: '1em',
    height: '1em',
    fill: 'currentColor',
    'aria-hidden': true,
    style: degrees ? { transform: `rotate(${degrees}deg)` } : undefined,
  }
  return createElement(icon.tag, { ...icon.attrs, ...outer }, ...(icon.children ?? []).map(drawnNode))
}

const drawnNode = ({ tag, attrs, children = [] }: Node): ReactElement =>
  createElement(tag, attrs, ...children.map(drawnNode))
