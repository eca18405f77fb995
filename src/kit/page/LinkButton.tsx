import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

/** A link that looks like a button: one element and one stop of the keyboard, opened in a new tab like any link. */
export function LinkButton({ to, ...props }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  return <Button {...props} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />
}
