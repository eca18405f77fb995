/** What a form is refused for as a whole. */
export function FormRefusal({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="error" role="alert">
      {text}
    </p>
  )
}
